-- A value of the column that schema 15 adds.
UPDATE bots SET webhook_secret = 'a secret of the forge';
