// The title of a page's article, out of what the page offers for it: a learned model
// weighs the candidates. tools/article trains it.

#pragma once

#include <string>
#include <string_view>

#include "extract/metadata/metadata.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

// Empty when the page offers nothing.
std::string choose_title(const Metadata& facts, std::string_view url,
                         const TypeChances& types);

}  // namespace curlew::extract
