#!lua flags=no-writes
-- Returns a value, or false if the key has none.
-- KEYS: the key of the value
return redis.call('GET', KEYS[1])
