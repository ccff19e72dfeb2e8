#!lua flags=allow-oom
-- Returns pairs of a name and a value, for the names that begin with a prefix.
-- KEYS: the sorted set of all keys
-- ARGV: the prefix of the Redis keys of values, the prefix of the names, the maximum number of pairs
local pairs_found = {}
local first, last = '[' .. ARGV[2], '(' .. ARGV[2] .. '~'
for _, name in ipairs(redis.call('ZRANGEBYLEX', KEYS[1], first, last, 'LIMIT', 0, ARGV[3])) do
  local value = redis.call('GET', ARGV[1] .. name)
  if value then
    pairs_found[#pairs_found + 1] = {name, value}
  else
    redis.call('ZREM', KEYS[1], name)
  end
end
return pairs_found
