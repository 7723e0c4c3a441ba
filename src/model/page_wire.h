// The readable parts of a page as bytes and back: on the wire within a report, and in
// the database by themselves (proto/visit.proto, ReadableParts).

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/block.h"
#include "model/page.h"

namespace curlew::wire {
class Page;
}

namespace curlew::model {

std::string encode(const ReadableParts& parts);
Result<ReadableParts> decode_parts(std::string_view bytes);

// For visit_wire.cc.
void to_wire(Page&& page, wire::Page& out);
Result<Page> from_wire(wire::Page&& in);

}  // namespace curlew::model
