// What an entry lacks, made of what it has: readers list entries by their titles and
// open them by their links.

#pragma once

#include "model/entry.h"
#include "parse/allowance.h"

namespace curlew::parse {

// Without a link, the address of the first enclosure is one. Without a title, the
// beginning of the summary or the content is one, or else the link.
void make_missing_fields(model::Entry& entry, Allowance& allowance);

}  // namespace curlew::parse
