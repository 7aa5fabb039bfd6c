-- The secret of the signatures of requests to an incoming webhook; null: not checked.
ALTER TABLE bots ADD COLUMN webhook_secret TEXT;
