// Does a doctype ask browsers for their old ways? Then a <table> does not end the
// paragraph before it (HTML standard, section 13.2.6.4.1).

#pragma once

#include <string_view>

namespace curlew::parse {

// `doctype` is what follows "<!doctype", without ">".
bool asks_for_quirks(std::string_view doctype);

}  // namespace curlew::parse
