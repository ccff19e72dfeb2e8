#!lua flags=allow-oom
-- Takes the books away, so that they can be made anew.
-- KEYS: books
-- ARGV: 1 mark of who makes them
-- Guarantee: from now on every other call is told that they are lost, and who was making them too.
redis.call('HDEL', KEYS[1], 'epoch')
redis.call('HSET', KEYS[1], 'sequence', 0, 'rebuild', ARGV[1])
