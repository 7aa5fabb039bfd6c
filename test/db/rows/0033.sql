-- Rows of the table that schema 33 adds: a command of a bot.
INSERT INTO bot_commands VALUES ('deploy', 3, 'Deploys a branch', '[branch]');
