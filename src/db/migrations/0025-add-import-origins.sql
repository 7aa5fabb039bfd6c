-- Imported records are remembered, so that a later import brings only others.
CREATE TABLE import_sources (
  id INTEGER PRIMARY KEY,
  format TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (format, name)
) STRICT;

CREATE TABLE import_origins (
  source_id INTEGER NOT NULL REFERENCES import_sources (id),
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  row_id INTEGER,
  PRIMARY KEY (source_id, kind, key)
) STRICT, WITHOUT ROWID;
