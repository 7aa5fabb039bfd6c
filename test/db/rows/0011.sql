-- A value of the column that schema 11 adds.
UPDATE browsers SET session_id = 1;
