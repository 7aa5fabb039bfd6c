-- A row of the table that schema 14 adds.
INSERT INTO navigation_views VALUES (1, 'narrow/is/alerted', 1, 'Alerts');
