-- Rows of the table that schema 32 adds: an app, and one recovery code that is left.
INSERT INTO second_factors VALUES (1, x'00112233445566778899aabbccddeeff', 58900000, '["ab12"]', 1767616200);
