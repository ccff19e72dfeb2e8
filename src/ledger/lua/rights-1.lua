#!lua flags=no-writes
-- Returns the Redis commands in ARGV that the current Redis user may not run on the key in KEYS.
local key, missing = KEYS[1], {}
if not redis.acl_check_cmd('EVAL', '', '1', key) then missing[1] = 'eval' end
for _, command in ipairs(ARGV) do
  -- The key is passed in every position, because some commands take only keys.
  if not redis.acl_check_cmd(command, key, key, key) then missing[#missing + 1] = command end
end
return missing
