#!lua flags=allow-oom
-- Deletes what is left of books that are being made anew.
-- KEYS: books, and those to be deleted
-- ARGV: 1 mark of who makes them
-- Guarantee: of two that make them at once, the earlier one deletes nothing of the later one.
if redis.call('HGET', KEYS[1], 'rebuild') ~= ARGV[1] then
  return redis.error_reply('LOST Somebody else has begun to make the books anew.')
end
redis.call('UNLINK', unpack(KEYS, 2))
