#!lua
-- Adds 1 to a count and returns the new count.
-- KEYS: the key of the count
-- ARGV: its lifetime in milliseconds, from the first addition
if redis.call('SET', KEYS[1], '1', 'PX', ARGV[1], 'NX') then return 1 end
return redis.call('INCR', KEYS[1])
