#include "http/transfer.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <utility>

#include "base/ascii.h"
#include "http/open_files.h"

namespace curlew::http {
namespace {

bool is_field_name(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";  // RFC 9110 §5.6.2: token.
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || kMarks.find(c) != kMarks.npos;
  });
}

bool has_line_end(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != text.npos;
}

// libcurl writes a field without a value only when told so with a semicolon.
std::string header_line(const std::string& name, const std::string& value) {
  return value.empty() ? name + ";" : name + ": " + value;
}

std::string bracketed(const IpAddress& address) {
  return is_v4(address) ? to_string(address) : "[" + to_string(address) + "]";
}

// libcurl asks before it looks a name up itself. All names were looked up before.
int forbid_lookup(void*, void*, void*) { return 1; }

TransferEnd to_end(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return TransferEnd::kCompleted;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return TransferEnd::kUnresolved;
    case CURLE_COULDNT_CONNECT:
      return TransferEnd::kUnconnected;
    case CURLE_OPERATION_TIMEDOUT:
      return TransferEnd::kTimedOut;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_PEER_FAILED_VERIFICATION:
      return TransferEnd::kTlsFailed;
    // HTTP/0.9, as libcurl calls all that begins without a status line.
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
      return TransferEnd::kNotHttp;
    default:
      return TransferEnd::kBroken;
  }
}

}  // namespace

Transfer::Transfer(Request request, Client::Done done, TransferContext& context)
    : request_(std::move(request)),
      done_(std::move(done)),
      context_(context),
      reception_(request_.limits, context_.memory) {}

bool Transfer::judge() {
  auto destination = judge_destination(request_.url, context_.guard);
  if (!destination.ok()) {
    end(TransferEnd::kRefused, destination.error().text);
    return false;
  }
  destination_ = std::move(*destination);
  if (!request_.proxy.empty()) {
    auto proxy = judge_proxy(request_.proxy, context_.guard);
    if (!proxy.ok()) {
      end(TransferEnd::kRefused, "proxy " + proxy.error().text);
      return false;
    }
    proxy_ = std::move(*proxy);
  }
  for (const auto& [name, value] : request_.headers) {
    if (!is_field_name(name) || has_line_end(value)) {
      end(TransferEnd::kRefused,
          fmt::format("{}: refused: the request header '{}' is malformed",
                      destination_.endpoint.host, name));
      return false;
    }
  }
  return true;
}

const Endpoint& Transfer::endpoint() const {
  return proxy_ ? proxy_->endpoint : destination_.endpoint;
}

EasyPool::Use Transfer::use() const {
  const bool plain = request_.method == "GET" && request_.body.empty() &&
                     request_.basic_credentials.empty() && !proxy_;
  return plain ? EasyPool::Use::kPlain : EasyPool::Use::kUnusual;
}

void Transfer::begin(EasyHandle easy, const std::vector<IpAddress>& addresses) {
  easy_ = std::move(easy);
  began_ = context_.clock.steady();
  set(CURLOPT_PRIVATE, this);
  set(CURLOPT_CURLU, destination_.url.get());
  set(CURLOPT_ERRORBUFFER, curl_error_.data());
  set(CURLOPT_WRITEFUNCTION, &on_body);
  set(CURLOPT_WRITEDATA, this);
  // What one piece unpacks to is there before anybody can wait for memory.
  set(CURLOPT_BUFFERSIZE, 8L * 1024);
  set(CURLOPT_HEADERFUNCTION, &on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &on_open_socket);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_FORBID_REUSE, request_.keep_connection ? 0L : 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, long(request_.limits.connect.count()));
  set(CURLOPT_TIMEOUT_MS, long(request_.limits.total.count()));
  set(CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request_.limits.body));
  set_headers();
  set_method();
  set_addresses(addresses);
  if (proxy_) set_proxy();
  if (!request_.basic_credentials.empty()) {
    set(CURLOPT_USERPWD, request_.basic_credentials.c_str());
  }
}

void Transfer::set_headers() {
  for (const auto& [name, value] : request_.headers) {
    append(header_list_, header_line(name, value));
  }
  // What libcurl would add by itself is taken away by a name without a value.
  for (const auto* own : {"Accept", "Content-Type", "Expect"}) {
    const bool may_be_added = own[0] == 'A' || !request_.body.empty();
    if (may_be_added && !find_header(request_.headers, own)) {
      append(header_list_, std::string(own) + ":");
    }
  }
  set(CURLOPT_HTTPHEADER, header_list_.get());
}

void Transfer::set_method() {
  if (request_.method == "GET" && request_.body.empty()) return;
  if (request_.method == "HEAD") return set(CURLOPT_NOBODY, 1L);
  set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  if (request_.body.empty() && request_.method != "POST" && request_.method != "PUT") {
    return;
  }
  set(CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request_.body.size()));
  set(CURLOPT_POSTFIELDS, request_.body.c_str());
}

// libcurl keeps every address it is told, and at the end of each transfer walks over
// all of them to find the old ones; so it is told to forget them at once. A name's must
// be remembered from here to the connection, moments later.
void Transfer::set_addresses(const std::vector<IpAddress>& addresses) {
  const bool is_name = !endpoint().address;
  set(CURLOPT_DNS_CACHE_TIMEOUT, is_name ? 3L : 0L);
  if (is_name) {
    auto line = fmt::format("+{}:{}:", endpoint().host, endpoint().port);
    for (const auto& address : addresses) line += bracketed(address) + ",";
    line.pop_back();
    append(resolve_list_, line);
  }
  set(CURLOPT_RESOLVE, resolve_list_.get());
  set(CURLOPT_RESOLVER_START_FUNCTION, is_name ? &forbid_lookup : nullptr);
}

void Transfer::set_proxy() {
  set(CURLOPT_PROXY, proxy_->address.c_str());
  set(CURLOPT_NOPROXY, "");
  if (!proxy_->credentials.empty()) {
    set(CURLOPT_PROXYUSERPWD, proxy_->credentials.c_str());
  }
}

EasyHandle Transfer::take_easy() {
  set(CURLOPT_CURLU, nullptr);
  set(CURLOPT_HTTPHEADER, nullptr);
  set(CURLOPT_RESOLVE, nullptr);
  set(CURLOPT_ERRORBUFFER, nullptr);
  return std::move(easy_);
}

// libcurl is C: no exception may pass through it.
std::size_t Transfer::on_body(char* bytes, std::size_t, std::size_t size, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  try {
    switch (transfer.take_body({bytes, size})) {
      case Taken::kYes:
        return size;
      case Taken::kLater:
        return CURL_WRITEFUNC_PAUSE;
      case Taken::kNo:
        return 0;
    }
  } catch (const std::exception&) {
    transfer.reception_.run_out_of_memory();
  }
  return 0;
}

std::size_t Transfer::on_header(char* bytes, std::size_t, std::size_t size,
                                void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  try {
    return transfer.reception_.take_header_line({bytes, size}) ? size : 0;
  } catch (const std::exception&) {
    transfer.reception_.run_out_of_memory();
    return 0;
  }
}

// The one place where sockets are made: no address escapes the guard, wherever the name
// came from and whatever it resolves to this time.
curl_socket_t Transfer::on_open_socket(void* self, curlsocktype,
                                       curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(self);
  const auto ip = to_ip_address(&address->addr);
  const auto why = ip ? transfer.context_.guard.refusal(*ip) : "not an IP address";
  if (why) {
    transfer.refused_address_ =
        fmt::format("refused: the address {} is {}", ip ? to_string(*ip) : "", *why);
    return CURL_SOCKET_BAD;
  }
  const int made =
      socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  if (made < 0 && is_out_of_files(errno)) transfer.no_file_ = std::strerror(errno);
  return made < 0 ? CURL_SOCKET_BAD : made;
}

// Is this the moment to let a body wait? What it will unpack to is not known.
bool Transfer::must_wait(Bytes more) const {
  return context_.memory != nullptr && room_ == Room::kWithinLimit &&
         context_.memory->is_full() &&
         (context_.memory->waits_for_storage() ||
          reception_.body_size() + more > context_.small_body);
}

Transfer::Taken Transfer::take_body(std::string_view bytes) {
  if (!reception_.has_body() && !begin_body()) return Taken::kNo;
  if (must_wait(bytes.size())) {
    context_.paused.push_back(this);
    return Taken::kLater;
  }
  return reception_.take_body(bytes) ? Taken::kYes : Taken::kNo;
}

bool Transfer::begin_body() {
  long status = 0;
  curl_off_t size = 0;
  curl_easy_getinfo(easy(), CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &size);
  const bool is_success = status >= 200 && status < 300;
  if (is_success && request_.wants_body && !request_.wants_body(reception_.headers())) {
    return reception_.leave_body();
  }
  return reception_.begin_body(Bytes(std::max<curl_off_t>(size, 0)));
}

void Transfer::paused(SteadyTime now) {
  if (!paused_since_) paused_since_ = now;
  set(CURLOPT_TIMEOUT_MS, 0L);
}

void Transfer::resume(SteadyTime now, Room room) {
  room_ = room;
  was_paused_ += now - *std::exchange(paused_since_, std::nullopt);
  reception_.restart_stall_window(now);
  // libcurl counts from the beginning of the transfer.
  set(CURLOPT_TIMEOUT_MS, long((request_.limits.total + was_paused_).count()));
  curl_easy_pause(easy(), CURLPAUSE_CONT);
}

void Transfer::read_facts() {
  long status = 0, header_size = 0;
  curl_off_t body_size = 0;
  char* address = nullptr;
  curl_easy_getinfo(easy(), CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy(), CURLINFO_HEADER_SIZE, &header_size);
  curl_easy_getinfo(easy(), CURLINFO_SIZE_DOWNLOAD_T, &body_size);
  curl_easy_getinfo(easy(), CURLINFO_PRIMARY_IP, &address);
  response_.took = context_.clock.steady() - began_;
  response_.status = int(status);
  response_.wire_bytes = Bytes(header_size) + Bytes(body_size);
  if (address != nullptr) response_.remote_address = address;
  try {
    reception_.end_body();
  } catch (const std::exception&) {
    reception_.run_out_of_memory();
  }
  response_.body_end = reception_.body_end();
  response_.headers = reception_.take_headers();
  response_.body = reception_.take_body();
  if (context_.memory != nullptr) {
    response_.room =
        std::make_shared<const MemoryBudget::Share>(reception_.take_room());
  }
}

// What libcurl's code alone does not tell.
std::optional<Reception::Verdict> Transfer::judge_end(CURLcode code) const {
  using Verdict = Reception::Verdict;
  if (code == CURLE_OK && !reception_.headers_ended()) {
    return Verdict{TransferEnd::kBroken, "closed the connection within its headers"};
  }
  if (code == CURLE_OUT_OF_MEMORY && !reception_.headers_ended()) {
    return Verdict{TransferEnd::kTooLarge, "sent a header line without an end"};
  }
  if (code == CURLE_FILESIZE_EXCEEDED) {
    return Verdict{
        TransferEnd::kTooLarge,
        fmt::format("the body is larger than {} bytes", request_.limits.body)};
  }
  if (code == CURLE_COULDNT_CONNECT && !no_file_.empty()) {
    return Verdict{TransferEnd::kNoRoom, fmt::format("not sent: {}", no_file_)};
  }
  if (code == CURLE_SSL_CACERT_BADFILE && is_out_of_files()) {
    return Verdict{TransferEnd::kNoRoom, "not sent: no file could be opened"};
  }
  if (code != CURLE_OK && was_paused_.count() > 0 && !reception_.verdict()) {
    return Verdict{TransferEnd::kNoRoom,
                   "the connection broke while its body waited for memory"};
  }
  if (code == CURLE_COULDNT_CONNECT && !refused_address_.empty()) {
    return Verdict{TransferEnd::kRefused, refused_address_};
  }
  if (code == CURLE_OK || reception_.verdict()) return reception_.verdict();
  const auto* detail =
      curl_error_[0] != '\0' ? curl_error_.data() : curl_easy_strerror(code);
  return Verdict{to_end(code), detail};
}

void Transfer::end(CURLcode code) {
  read_facts();
  const auto verdict = judge_end(code);
  if (verdict && verdict->end != TransferEnd::kCompleted) {
    end(verdict->end, fmt::format("{}: {}", destination_.endpoint.host, verdict->why));
  }
}

void Transfer::end(TransferEnd end, std::string error) {
  response_.end = end;
  response_.error = std::move(error);
  // What was broken off for our own sake says nothing, and its room is wanted.
  if (end == TransferEnd::kNoRoom) {
    response_.status = 0;
    response_.headers.clear();
    response_.body = {};
    response_.room.reset();
  }
}

}  // namespace curlew::http
