// The entities that a document declares for itself, in the internal subset of its
// DOCTYPE (XML 1.0 section 4.2): <!DOCTYPE rss [ <!ENTITY euro "&#8364;"> ]>.
//
// Only those whose text stands there are read. Parameter entities, and what a SYSTEM or
// PUBLIC identifier names, are passed over: nothing from outside is ever read.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parse/allowance.h"

namespace curlew::parse {

// The document behind its DOCTYPE, with its own entities in place of the references to
// them; nullopt where it declares none. At most 1,000 entities of 1 KiB each count,
// with those they refer to in place, which ends "billion laughs"; what the document
// grows by is taken from `allowance`, which ends "quadratic blow-up". References to
// others, and those in comments and CDATA, stay as they are.
std::optional<std::string> with_own_entities(std::string_view document,
                                             Allowance& allowance);

}  // namespace curlew::parse
