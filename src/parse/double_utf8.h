// UTF-8 that somebody took for Latin-1 and encoded once more: "donâ\u0080\u0099t" for
// "don’t". Databases and proxies do that to whole pages.

#pragma once

#include <string>

namespace curlew::parse {

// Undoes it in valid UTF-8, which stays valid, where the text as a whole says that this
// happened: several control characters that no page has in it, and hardly anything but
// such pairs. Otherwise the text stays as it is. Says whether it was undone.
bool undo_double_utf8(std::string& text);

}  // namespace curlew::parse
