#!lua flags=no-writes
-- Which of these commands the user may not run with such a key.
local key, missing = KEYS[1], {}
if not redis.acl_check_cmd('EVAL', '', '1', key) then missing[1] = 'eval' end
for _, command in ipairs(ARGV) do
  -- Keys in every place: of some commands all arguments are keys.
  if not redis.acl_check_cmd(command, key, key, key) then missing[#missing + 1] = command end
end
return missing
