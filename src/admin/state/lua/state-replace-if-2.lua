#!lua
-- Replaces or deletes a value if it is the expected one. Returns 1 if it was, and 0 otherwise.
-- KEYS: the key of the value, the sorted set of all keys
-- ARGV: the name of the key in the sorted set, the expected value, `replace` or `delete`, the new value, its lifetime in
-- milliseconds
-- Guarantee: no other caller changes the value between the comparison and the write.
local name, expected, change, value, lifetime = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if redis.call('GET', KEYS[1]) ~= expected then return 0 end
if change == 'replace' then
  redis.call('SET', KEYS[1], value, 'PX', lifetime)
else
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], name)
end
return 1
