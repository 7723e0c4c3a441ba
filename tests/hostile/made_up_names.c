/* Stands before the system's look-up of names (LD_PRELOAD), so that a test has any
 * number of hosts, domains and addresses on loopback:
 *   NAME-127-1-2-3.test, NAME-127-1-2-3.DOMAIN.test   127.1.2.3
 *   hang-ANYTHING.test                                 no answer for a minute
 * All other names are the system's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef int (*look_up)(const char*, const char*, const struct addrinfo*,
                       struct addrinfo**);

int getaddrinfo(const char* name, const char* service, const struct addrinfo* hints,
                struct addrinfo** found) {
  look_up systems;
  *(void**)&systems = dlsym(RTLD_NEXT, "getaddrinfo");
  const size_t length = name ? strlen(name) : 0;
  if (length < 5 || strcmp(name + length - 5, ".test") != 0) {
    return systems(name, service, hints, found);
  }
  if (strncmp(name, "hang-", 5) == 0) {
    sleep(60);
    return EAI_AGAIN;
  }
  for (const char* dash = strchr(name, '-'); dash; dash = strchr(dash + 1, '-')) {
    unsigned a, b, c, d;
    char end;
    if (sscanf(dash, "-%u-%u-%u-%u%c", &a, &b, &c, &d, &end) != 5 || end != '.') {
      continue;
    }
    char address[64];
    snprintf(address, sizeof address, "%u.%u.%u.%u", a, b, c, d);
    return systems(address, service, hints, found);
  }
  return EAI_NONAME;
}
