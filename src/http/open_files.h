// The files that this process may have open at a time, sockets among them.
//
// May be called from any thread.

#pragma once

#include <cstddef>

namespace curlew::http {

// As many as this process may have open: RLIMIT_NOFILE.
std::size_t most_open_files();

// Did a call fail with `error` because there are too many?
bool is_out_of_files(int error);
// Would one more be too many now? For failures that do not tell why: the C library's
// look-up of names, a TLS library's of certificates.
bool is_out_of_files();

}  // namespace curlew::http
