#!lua
-- Begins books that were made anew.
-- KEYS: books
-- ARGV: 1 mark of who made them, 2 epoch
-- Guarantee: of two that make them at once, the later one begins them.
if redis.call('HGET', KEYS[1], 'rebuild') ~= ARGV[1] then
  return redis.error_reply('LOST Somebody else has begun to make the books anew.')
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[2])
redis.call('HDEL', KEYS[1], 'rebuild')
