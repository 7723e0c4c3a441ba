// Places and contents as they cross the broker (proto/records.proto).

#pragma once

#include <string_view>

#include "archive/capture.h"
#include "model/version.h"

namespace curlew::wire {
class ContentAnswer;
class RecordPlace;
}  // namespace curlew::wire

namespace curlew::control {

void to_wire(const model::KeptAt& place, wire::RecordPlace& out);
model::KeptAt from_wire(const wire::RecordPlace& in);

void to_wire(archive::Content content, wire::ContentAnswer& out);
archive::Content from_wire(wire::ContentAnswer in);

// Of an archive's folder: neither a path nor hidden.
bool is_file_name(std::string_view name);

}  // namespace curlew::control
