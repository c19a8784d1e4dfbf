/** 网关拒绝某个字段时的说明，按英文原文；匹配时自上而下。 */
export const fieldTexts: Readonly<Record<string, string>> = {
  'Use 1 to {count} characters without control characters.':
    '请填写 1 到 {count} 个字符，不含控制字符。',
  'Use 1 to {count} letters, digits and _ . : - and begin with a letter or a digit.':
    '请填写 1 到 {count} 个字母、数字或 _ . : -，并以字母或数字开头。',
  'Use 1 to {count} letters, digits, hyphens and underscores.':
    '请填写 1 到 {count} 个字母、数字、连字符或下划线。',
  'Use 1 to {count} lower-case letters and underscores.':
    '请填写 1 到 {count} 个小写字母或下划线。',
  'Use lower-case letters and digits, and after the first one also dots, hyphens and underscores.':
    '请使用小写字母和数字；第一个字符之后还可以用点、连字符和下划线。',
  'Use a whole number from {first} to {last}.': '请填写 {first} 到 {last} 的整数。',
  'Use a number of dollars with at most nine decimals, such as "12.50".':
    '请填写美元金额，最多九位小数，例如 12.50。',
  'Use an amount above 0.': '金额必须大于 0。',
  'Use an amount other than 0.': '金额不能为 0。',
  'Use 0 or more.': '请填写 0 或更大的数。',
  'Set `amount`, `tokens` or both.': '请填写金额、Token 数，或两者。',
  'Write an address such as ada@example.org.': '请填写邮箱地址，例如 ada@example.org。',
  'Invalid ISO datetime': '请填写有效的日期和时间。',
  'Write a day such as 2026-01-31.': '请填写日期，例如 2026-01-31。',
  'Use an address or a range.': '请填写 IP 地址或网段，例如 10.0.0.0/8。',
  'Use at most nine decimals.': '最多九位小数。',
  'Use at most six decimals.': '最多六位小数。',
  'Use at most {count} characters.': '最多 {count} 个字符。',
  'Use at most {count} entries.': '最多 {count} 项。',

  'There is no provider {name}. {phrase}': '没有供应商 {name}。{phrase}',
  'Use {names} with a base_url.': '请使用 {names}，并填写接口地址。',
  'Did you mean {name}?': '你是否想用 {name}？',
  'The provider {name} needs a credential.': '供应商 {name} 需要凭据。',
  'The provider {name} has no address of its own. {phrase}':
    '供应商 {name} 没有自己的地址。{phrase}',
  'The base_url holds no address. {phrase}': '接口地址中没有地址。{phrase}',
  'Add a base_url, such as {name}.': '请填写接口地址，例如 {name}。',
  'This upstream does not offer {name}. {phrase}': '这个上游不提供 {name} 格式。{phrase}',
  'It offers {names}.': '它提供 {names}。',
  'There is no upstream {name}. {phrase}': '没有上游 {name}。{phrase}',
  'There is no upstream {name}.': '没有上游 {name}。',
  'There is no group {name}. There are: {names}.': '没有分组 {name}。现有分组：{names}。',
  'There is no account {name}.': '没有账户 {name}。',
  'The fingerprint {name} is already taken by {other}.': '指纹前缀 {name} 已被占用：{other}。',

  'Use a URL such as {name}.': '请填写 URL，例如 {name}。',
  'Use https, except for loopback and private addresses.':
    '请使用 https；只有本机和内网地址可以用 http。',
  'Leave out the path of the endpoint, such as /chat/completions: it is appended.':
    '请去掉端点路径（例如 /chat/completions）：网关会自动加上。',
  'Remove the user and password from the URL and set `credential`.':
    '请从 URL 中去掉用户名和密码，改为填写凭据。',
  'Upstreams at this address are not allowed.': '不允许使用此地址的上游。',
  'Proxies at this address are not allowed.': '不允许使用此地址的代理。',
  'Write a proxy with a user or a password into the configuration file.':
    '带用户名或密码的代理只能写在配置文件中。',
  'Use http://host:port, https://host:port or none.':
    '请填写 http://host:port、https://host:port 或 none。',
  'Use certificates in PEM, or file: with their file.': '请填写 PEM 格式的证书。',
  'References to environment variables or files are allowed only in the configuration file.':
    '只有配置文件中才能引用环境变量或文件。',
  'Set PARLEY_SECRET_KEY: without a secret key the gateway cannot store credentials.':
    '请设置 PARLEY_SECRET_KEY：没有主密钥，网关不能存储凭据。',
  'Use visible ASCII characters without spaces.': '请使用可见的 ASCII 字符，不含空格。',
  'Use visible ASCII characters.': '请使用可见的 ASCII 字符。',
  'Use a legal header name.': '这不是有效的请求头名称。',
  'The connection itself writes this header.': '这个请求头由连接自动写入，不能设置。',
  'Send the real value: *** stands for a stored value, and none is stored.':
    '请填写实际的值：*** 代表已存储的值，而这里没有存储值。',

  'This price is missing.': '缺少这个价格。',
  'Write <upstream>/<model>, in which * stands for any characters.':
    '请填写 <上游>/<模型>；* 代表任意字符。',
  'A free model has no prices.': '免费模型没有价格。',
  'Put shorter prompts first.': '请把较短的提示词放在前面。',
  'Invalid input: expected string, received undefined': '请填写这一项。',
  'Invalid input: expected number, received undefined': '请填写这一项。',
  'Invalid input: expected number, received string': '请填写数字。',
  'Too small: expected array to have >=1 items': '至少需要一项。',
  'Too small: expected string to have >=1 characters': '不能为空。',
  'Too small: expected number to be {limit}': '数值太小，应为 {limit}。',
  'Too big: expected number to be {limit}': '数值太大，应为 {limit}。',
  'Too big: expected int to be {limit}': '数值太大，应为 {limit}。',
  'Unrecognized key: {name}': '没有这个字段：{name}',
};
