#!lua flags=allow-oom
-- Returns and deletes a value. Returns false if the key has none.
-- KEYS: the key of the value, the sorted set of all keys
-- ARGV: the name of the key in the sorted set
-- Guarantee: only one caller gets the value.
local value = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return value
