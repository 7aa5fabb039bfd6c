-- The notifications of a browser end with its session; null: subscribed with an API key.
ALTER TABLE browsers ADD COLUMN session_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX browsers_by_session ON browsers (session_id);
