#include "model/visit_failure.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <utility>

#include "visit.pb.h"

namespace curlew::model {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using Wire = wire::VisitReport;

// They are at the front: what follows is not looked at.
constexpr std::size_t kOuterBytes = 4096;
constexpr std::uint32_t kLongestName = 256;

// One outer field; false when it is another, or unreadable.
bool read_field(CodedInputStream& in, std::uint32_t tag, VisitReport& report) {
  const int field = WireFormatLite::GetTagFieldNumber(tag);
  const auto type = WireFormatLite::GetTagWireType(tag);
  if (field == Wire::kTerminalFieldNumber) {
    std::uint32_t size = 0;
    return type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED &&
           in.ReadVarint32(&size) && size <= kLongestName &&
           in.ReadString(&report.terminal, static_cast<int>(size));
  }
  std::uint64_t value = 0;
  if (type != WireFormatLite::WIRETYPE_VARINT || !in.ReadVarint64(&value)) return false;
  const auto number = static_cast<std::int64_t>(value);
  switch (field) {
    case Wire::kIdFieldNumber:
      report.id = {number};
      return true;
    case Wire::kSourceFieldNumber:
      report.source = {number};
      return true;
    case Wire::kStartedMsFieldNumber:
      report.started = from_unix_ms(number);
      return true;
    case Wire::kTookMsFieldNumber:
      report.took = Milliseconds(number);
      return true;
    default:
      return false;
  }
}

// Orders begin with the same two fields.
VisitReport read_outer_fields(std::string_view bytes) {
  const std::size_t size = std::min(bytes.size(), kOuterBytes);
  CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                      static_cast<int>(size));
  VisitReport report;
  while (const std::uint32_t tag = in.ReadTag()) {
    if (!read_field(in, tag, report)) break;
  }
  return report;
}

}  // namespace

VisitReport as_failure(const VisitReport& report, std::string why) {
  VisitReport failure;
  failure.id = report.id;
  failure.source = report.source;
  failure.terminal = report.terminal;
  failure.started = report.started;
  failure.took = report.took;
  failure.outcome = FetchOutcome::kUnreadable;
  failure.remark = Remark::kNotStored;
  failure.http_status = report.http_status;
  failure.wire_bytes = report.wire_bytes;
  failure.body_bytes = report.body_bytes;
  failure.error = std::move(why);
  failure.not_before = report.not_before;
  failure.quiet = report.quiet;
  failure.findings = nothing_found(report.findings);
  failure.is_lost = true;
  return failure;
}

VisitReport as_unkept(const VisitReport& report, const Error& why) {
  VisitReport failure =
      as_failure(report, fmt::format("its new version cannot be kept: {}", why.text));
  failure.remark = Remark::kNotKept;
  return failure;
}

std::optional<VisitReport> decode_failure(std::string_view bytes, std::string why) {
  const VisitReport report = read_outer_fields(bytes);
  const bool is_known = report.id.value > 0 && report.source.value > 0 &&
                        report.started > from_unix_ms(0);
  if (!is_known) return std::nullopt;
  return as_failure(report, std::move(why));
}

std::optional<VisitReport> refuse_order(std::string_view bytes, std::string terminal,
                                        Time now, std::string why) {
  VisitReport report = read_outer_fields(bytes);
  if (report.id.value <= 0 || report.source.value <= 0) return std::nullopt;
  report.terminal = std::move(terminal);
  report.started = now;
  return as_failure(report, std::move(why));
}

VisitReport unopened(const VisitOrder& order, std::string terminal, Time now,
                     std::string why) {
  VisitReport report;
  report.id = order.id;
  report.source = order.source;
  report.terminal = std::move(terminal);
  report.started = now;
  report.outcome = FetchOutcome::kRefused;
  report.remark = Remark::kSecretsSealed;
  report.error = std::move(why);
  report.findings = nothing_found(order.task);
  report.is_lost = true;
  return report;
}

}  // namespace curlew::model
