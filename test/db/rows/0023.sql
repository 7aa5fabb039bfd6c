-- Settings that schema 24 changes.
INSERT INTO user_settings VALUES (2, 'web_home_view', '"recent_topics"');
INSERT INTO new_user_settings VALUES ('web_home_view', '"recent_topics"');
