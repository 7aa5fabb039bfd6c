-- Marking a whole topic as resolved or unresolved is no move; the same change for a part of the topic is one.
ALTER TABLE message_edits ADD COLUMN resolves INTEGER NOT NULL DEFAULT 0 CHECK (resolves IN (0, 1));
UPDATE message_edits SET resolves = 1
WHERE channel_id IS NULL AND (topic = '✔ ' || prev_topic OR prev_topic = '✔ ' || topic);
