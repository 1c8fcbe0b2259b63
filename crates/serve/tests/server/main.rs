//! A real server on the loopback address, and clients that speak to it byte by byte.

mod client;
mod jobs;
mod kept;
mod limits;
mod load;
mod refusals;
mod routes;
