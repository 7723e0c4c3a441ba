// Orders, reports and receipts as bytes and back (proto/visit.proto).
//
// Decoding trusts nothing: a message from another release or a damaged one is an Error,
// never a half-filled value. Protocol buffers stay in visit_wire.cc.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/visit.h"

namespace curlew::model {

std::string encode(const VisitOrder& order);
// By value: it may be large, and is moved.
std::string encode(VisitReport report);
std::string encode(const VisitReceipt& receipt);
std::string encode(const TerminalBeat& beat);

Result<VisitOrder> decode_order(std::string_view bytes);
Result<VisitReport> decode_report(std::string_view bytes);
Result<VisitReceipt> decode_receipt(std::string_view bytes);
Result<TerminalBeat> decode_beat(std::string_view bytes);

}  // namespace curlew::model
