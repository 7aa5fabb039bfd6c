-- The view of recent conversations has another name.
UPDATE user_settings SET value = '"recent"' WHERE name = 'web_home_view' AND value = '"recent_topics"';
UPDATE new_user_settings SET value = '"recent"' WHERE name = 'web_home_view' AND value = '"recent_topics"';
