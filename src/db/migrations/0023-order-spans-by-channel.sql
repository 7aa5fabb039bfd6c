-- Spans and floors are stored channel by channel: subscribing thousands of users at once then changes few pages.
ALTER TABLE subscription_spans RENAME TO old_subscription_spans;
CREATE TABLE subscription_spans (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  from_message_id INTEGER NOT NULL,
  until_message_id INTEGER,
  PRIMARY KEY (channel_id, user_id, from_message_id)
) STRICT, WITHOUT ROWID;
INSERT INTO subscription_spans SELECT * FROM old_subscription_spans ORDER BY channel_id, user_id, from_message_id;
DROP TABLE old_subscription_spans;

ALTER TABLE read_floors RENAME TO old_read_floors;
CREATE TABLE read_floors (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  message_id INTEGER NOT NULL,
  PRIMARY KEY (channel_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO read_floors SELECT * FROM old_read_floors ORDER BY channel_id, user_id;
DROP TABLE old_read_floors;
