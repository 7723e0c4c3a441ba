// Pages a second, by tabs: a page of which the text comes from one script.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/clock.h"
#include "fetch/browser/browser_client.h"
#include "http/server.h"

namespace curlew::fetch {
namespace {

void render_pages(benchmark::State& state) {
  const SystemClock clock;
  const auto server =
      http::start_server({}, [](const http::ServerRequest&, http::Responder respond) {
        respond({.headers = {{"Content-Type", "text/html"}},
                 .body = "<p id=p></p><script>document.getElementById('p')."
                         "textContent = 'text '.repeat(500)</script>"});
      }).value();
  BrowserClientOptions options;
  options.tabs_per_browser = std::size_t(state.range(0));
  options.proxy.guard = http::AddressGuard({*http::parse_address_range("127.0.0.1")});
  auto client = make_browser_client(options, clock);
  const auto render = [&](std::int64_t pages) {
    for (std::int64_t i = 0; i < pages; ++i) {
      client->start({.url = fmt::format("http://127.0.0.1:{}/", server->port())},
                    [&](const http::Response& response) {
                      if (response.body.empty()) {
                        state.SkipWithError(response.error.c_str());
                      }
                    });
    }
    while (client->in_flight() > 0) client->poll(Milliseconds(1'000));
  };
  render(1);  // The start of the browser is not counted.
  for (auto _ : state) render(4 * state.range(0));
  state.SetItemsProcessed(state.iterations() * 4 * state.range(0));
}
BENCHMARK(render_pages)->Arg(1)->Arg(4)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace curlew::fetch
