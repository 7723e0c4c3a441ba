#include "pipeline/begin_report.h"

#include "http/message.h"

namespace curlew::pipeline {
namespace {

std::string header_block(const http::Headers& headers, Bytes limit) {
  std::string block;
  for (const auto& [name, value] : headers) {
    if (block.size() + name.size() + value.size() + 4 > limit) break;
    block.append(name).append(": ").append(value).append("\r\n");
  }
  return block;
}

}  // namespace

model::VisitReport begin_report(const model::VisitOrder& order,
                                const fetch::FetchResult& result,
                                const VisitOptions& options) {
  model::VisitReport report;
  report.id = order.id;
  report.kind = order.kind;
  report.source = order.source;
  report.article = order.article;
  report.terminal = options.terminal;
  report.started = result.started;
  report.took = result.took;
  report.outcome = result.outcome;
  report.http_status = static_cast<std::uint16_t>(result.status);
  report.headers = header_block(result.headers, options.report_headers);
  report.wire_bytes = result.wire_bytes;
  report.body_bytes = result.body.size();
  report.error = result.error;
  report.address = result.address;
  report.is_given_back = result.is_given_back;
  report.remark = result.remark;
  return report;
}

}  // namespace curlew::pipeline
