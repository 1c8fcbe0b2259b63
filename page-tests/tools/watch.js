// Collects what must not happen in any test: console errors, uncaught exceptions, failed requests,
// replies with an error status, violations of the Content-Security-Policy, and requests to another origin.

/** Reports of one browser context; `allow` names the ones that a test provokes on purpose. */
export class Reports {
  /** @param {string} origin */
  constructor(origin) {
    this.origin = origin;
    this.problems = [];
    this.allowed = [];
  }

  /** A pattern for problems that the test provokes. */
  allow(pattern) {
    this.allowed.push(pattern);
  }

  add(problem) {
    if (!this.allowed.some((pattern) => pattern.test(problem))) {
      this.problems.push(problem);
    }
  }

  /** Listens to all pages and workers of a context. */
  listen(context) {
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        this.add(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    context.on("weberror", (error) => this.add(`uncaught: ${error.error().stack ?? error.error()}`));
    context.on("request", (request) => this.request(request.url()));
    context.on("requestfailed", (request) => this.failed(request));
    context.on("response", (response) => {
      if (response.status() >= 400) {
        this.add(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
      }
    });
  }

  request(url) {
    const { protocol, origin } = new URL(url);
    if (!["data:", "blob:"].includes(protocol) && origin !== this.origin) {
      this.add(`request to another origin: ${url}`);
    }
  }

  failed(request) {
    const reason = request.failure()?.errorText ?? "";
    // The browser's word for a stream or a request that ended because its page was closed or left.
    if (reason !== "net::ERR_ABORTED") {
      this.add(`failed request: ${request.method()} ${request.url()}: ${reason}`);
    }
  }
}
