//! Code that `shomei explore` and `shomei serve` share: the options of the server, opening the
//! browser, and running until Ctrl-C.

use std::net::{IpAddr, Ipv4Addr};

use clap::Args;
use shomei_game::error_text;
use shomei_messages::{self as msg, Message};
use shomei_web::{Options, Server, browser};

use crate::cli::{heading, whole};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::language::{translated, user_language};
use crate::output::{print, print_stderr, warn};

/// The address of the server, and whether to open a browser.
#[derive(Clone, Debug, Args)]
pub(crate) struct ServerArgs {
    /// Print the address without opening a browser
    #[arg(long, help_heading = heading::SERVER)]
    no_open: bool,
    /// Listen on this port; 0 selects a free one
    #[arg(long, value_name = "N", value_parser = whole::<u16>, default_value = "0",
        help_heading = heading::SERVER)]
    port: u16,
    /// Listen on this address. With the default, only this machine can connect
    #[arg(
        long,
        value_name = "ADDR",
        value_parser = address,
        default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
        help_heading = heading::SERVER
    )]
    host: IpAddr,
}

/// Parses an IP address.
fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| {
        translated(&error_text!(
            "expected-address",
            "expected an address such as 127.0.0.1 or ::1"
        ))
    })
}

impl ServerArgs {
    /// Adds the address to the options of the server. Warns if other machines can connect.
    pub(crate) fn options(&self, options: Options) -> Options {
        if !self.host.is_loopback() {
            warn(error_text!(
                "host-is-open",
                "with --host {host} other machines can read what this server shows, without \
                 encryption; everyone who has the address with the word after its # can ask \
                 questions",
                host = self.host
            ));
        }
        Options {
            host: self.host,
            port: self.port,
            ..options
        }
    }

    /// Prints the address, opens the browser, and serves until Ctrl-C.
    pub(crate) fn run(&self, server: Server) -> Result<Exit, Failure> {
        let interrupt = Interrupt::install()?;
        let address = server.address();
        print(&address)?;
        print_stderr(msg::ServerEnds.text(user_language()));
        // The browser reads the address from a file, which exists as long as this value.
        let _opening = (!self.no_open).then(|| {
            let failed = |error: String| {
                print_stderr(msg::BrowserNotOpened { error }.text(user_language()));
            };
            browser::open(&address, failed)
        });
        server.run(&interrupt.flag())?;
        Ok(Exit::Done)
    }
}
