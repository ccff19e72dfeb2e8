#!lua
-- Stores a value that expires. Returns 1 if the value was stored and 0 if the key has a value that is kept.
-- KEYS: the key of the value, the sorted set of all keys
-- ARGV: the name of the key in the sorted set, the value, its lifetime in milliseconds, `keep` or `replace`
-- Guarantee: the sorted set does not grow without limit. Each new name is followed by a look at the next three names, and
-- names whose values have expired are removed. Names end with random characters, so this reaches all of them over time.
local name, value, lifetime, existing = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if existing == 'keep' and redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], value, 'PX', lifetime)
if redis.call('ZADD', KEYS[2], 0, name) == 1 then
  local prefix = string.sub(KEYS[1], 1, #KEYS[1] - #name)
  for _, next in ipairs(redis.call('ZRANGEBYLEX', KEYS[2], '(' .. name, '+', 'LIMIT', 0, 3)) do
    if redis.call('EXISTS', prefix .. next) == 0 then redis.call('ZREM', KEYS[2], next) end
  end
end
return 1
