-- Rows of the table that schema 37 adds: a passkey beside the app of schema 32.
INSERT INTO passkeys VALUES (1, 1, x'0a0b', x'3059', 0, 'Security key', 1767616200, 1767616300);
