-- All watermarks of a place are read from the index alone.
DROP INDEX read_watermarks_by_place;
CREATE INDEX read_watermarks_by_place ON read_watermarks (place_id, user_id, message_id);
