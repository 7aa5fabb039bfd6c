-- Calls of outgoing webhooks wait for their next attempt, also over a restart.
ALTER TABLE webhook_calls ADD COLUMN next_at INTEGER NOT NULL DEFAULT 0;
