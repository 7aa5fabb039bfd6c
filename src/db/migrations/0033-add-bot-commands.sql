-- Bots have commands that people call.
CREATE TABLE bot_commands (
  name TEXT PRIMARY KEY,
  bot_id INTEGER NOT NULL REFERENCES users (id),
  description TEXT NOT NULL,
  parameters TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bot_commands_by_bot ON bot_commands (bot_id);
