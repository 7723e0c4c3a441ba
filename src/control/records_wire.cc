#include "control/records_wire.h"

#include <algorithm>
#include <utility>

#include "records.pb.h"

namespace curlew::control {
namespace {

http::Headers from_fields(
    const google::protobuf::RepeatedPtrField<wire::ContentField>& in) {
  http::Headers headers;
  for (const wire::ContentField& each : in) {
    headers.emplace_back(each.name(), each.value());
  }
  return headers;
}

void to_fields(const http::Headers& headers,
               google::protobuf::RepeatedPtrField<wire::ContentField>& out) {
  for (const auto& [name, value] : headers) {
    wire::ContentField& field = *out.Add();
    field.set_name(name);
    field.set_value(value);
  }
}

}  // namespace

void to_wire(const model::KeptAt& place, wire::RecordPlace& out) {
  out.set_terminal(place.terminal);
  out.set_segment(place.segment);
  out.set_offset(place.offset);
  out.set_length(place.length);
}

model::KeptAt from_wire(const wire::RecordPlace& in) {
  return {in.terminal(), in.segment(), in.offset(), in.length()};
}

void to_wire(archive::Content content, wire::ContentAnswer& out) {
  out.set_url(std::move(content.url));
  out.set_time_ms(to_unix_ms(content.time));
  out.set_status_line(std::move(content.status_line));
  to_fields(content.headers, *out.mutable_headers());
  out.set_body(std::move(content.body));
  to_fields(content.facts, *out.mutable_facts());
}

archive::Content from_wire(wire::ContentAnswer in) {
  archive::Content content;
  content.url = in.url();
  content.time = from_unix_ms(in.time_ms());
  content.status_line = in.status_line();
  content.headers = from_fields(in.headers());
  content.body = std::move(*in.mutable_body());
  content.facts = from_fields(in.facts());
  return content;
}

bool is_file_name(std::string_view name) {
  constexpr std::size_t kLongestFileName = 255;
  const bool is_printed = std::ranges::none_of(
      name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  return !name.empty() && name.size() <= kLongestFileName && is_printed &&
         name.front() != '.' && name != "lock" &&
         name.find_first_of("/\\") == name.npos;
}

}  // namespace curlew::control
