-- With which tools sign what they send to an incoming webhook; null: nothing is checked.
ALTER TABLE bots ADD COLUMN webhook_secret TEXT;
