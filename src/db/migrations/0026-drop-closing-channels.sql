-- Archiving a channel marks it as read for all of its subscribers at once. This completes it for those still left out.
CREATE TEMP TABLE left_out AS
SELECT sub.user_id, sub.channel_id FROM closing_channels closing
JOIN channels ON channels.id = closing.channel_id AND channels.is_archived = 1
JOIN subscriptions sub ON sub.channel_id = closing.channel_id AND sub.is_active = 1 AND sub.user_id > closing.done_user_id;

DELETE FROM read_watermarks WHERE (user_id, ifnull(
  (SELECT channel_id FROM conversations WHERE id = place_id),
  (SELECT channel_id FROM joined_places WHERE id = place_id))) IN (SELECT user_id, channel_id FROM left_out);
DELETE FROM read_exceptions
WHERE (user_id, (SELECT channel_id FROM messages WHERE id = message_id)) IN (SELECT user_id, channel_id FROM left_out);
INSERT OR REPLACE INTO read_floors (user_id, channel_id, message_id)
SELECT user_id, channel_id, (SELECT seq FROM sqlite_sequence WHERE name = 'messages') FROM left_out;

DROP TABLE left_out;
DROP TABLE closing_channels;
