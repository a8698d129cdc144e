//! What `shomei explore` and `shomei serve` share: the address of the server, the browser, and
//! the end.

use std::net::{IpAddr, Ipv4Addr};

use clap::Args;
use shomei_web::{Options, Server, browser};

use crate::cli::heading;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output::{complain, print, warn};

/// Where the page is.
#[derive(Clone, Debug, Args)]
pub(crate) struct ServerArgs {
    /// Print the address, and open no browser
    #[arg(long, help_heading = heading::SERVER)]
    no_open: bool,
    /// Listen on this port; 0: any that is free
    #[arg(long, value_name = "N", default_value = "0", help_heading = heading::SERVER)]
    port: u16,
    /// Listen on this address of the machine: with any but the default, other machines can ask
    #[arg(
        long,
        value_name = "ADDR",
        default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
        help_heading = heading::SERVER
    )]
    host: IpAddr,
}

impl ServerArgs {
    /// These options at the address that was asked for.
    pub(crate) fn options(&self, options: Options) -> Options {
        if !self.host.is_loopback() {
            warn(format_args!(
                "with --host {} other machines can read what this server shows, without \
                 encryption; who has the address with the word behind its # can ask questions",
                self.host
            ));
        }
        Options {
            host: self.host,
            port: self.port,
            ..options
        }
    }

    /// Tells the address, opens the browser, and answers until somebody presses Ctrl-C.
    pub(crate) fn run(&self, server: Server) -> Result<Exit, Failure> {
        let interrupt = Interrupt::install()?;
        let address = server.address();
        print(&address)?;
        complain("Ctrl-C ends the server");
        // The browser gets the address by a file, which is there as long as the server.
        let _opening = (!self.no_open).then(|| {
            let failed = |why| complain(format_args!("no browser was opened: {why}"));
            browser::open(&address, failed)
        });
        server.run(&interrupt.flag())?;
        Ok(Exit::Done)
    }
}
