(** The records of loa-5x5-olympiad-black-wins.proof, written by records.py. *)

From Coq Require Import List Uint63.
From Shomei Require Import Certificate.
Import ListNotations.
Local Open Scope uint63_scope.

Definition records : list record := [
  Choice 13 (Named 1); All [Named 2276; Named 2064; Named 1967; Named 1745; Named 1515; Named 1421;
  Named 1150; Named 1063; Named 788; Named 700; Named 613; Named 539; Named 347; Named 269; Named
  195; Named 2]; Choice 7 (Named 3); All [Named 163; Named 151; Named 132; Named 1557; Named 120;
  Named 105; Named 80; Named 71; Named 790; Named 46; Named 36; Named 15; Named 4; Named 1579];
  Choice 5 (Named 5); All [Named 14; Named 122; Named 13; Named 12; Named 11; Named 10; Named 124;
  Named 9; Named 8; Named 63; Named 7; Named 40; Named 6]; Choice 1 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 2 Terminal; Choice 16 (Named 16); All [Named 167; Named 35; Named 34;
  Named 33; Named 32; Named 31; Named 30; Named 20; Named 19; Named 18; Named 1577; Named 17];
  Choice 16 Terminal; Choice 13 Terminal; Choice 15 Terminal; Choice 17 (Named 21); All [Named 29;
  Named 28; Named 27; Named 26; Named 25; Named 24; Named 23; Named 22]; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 5 Terminal; Choice 4 Terminal; Choice 0
  Terminal; Choice 5 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 17 Terminal; Choice 14
  Terminal; Choice 12 Terminal; Choice 18 Terminal; Choice 7 (Named 37); All [Named 45; Named 44;
  Named 43; Named 42; Named 1635; Named 1634; Named 41; Named 75; Named 40; Named 39; Named 122;
  Named 38]; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 5 (Named 47); All [Named
  70; Named 69; Named 122; Named 68; Named 67; Named 66; Named 65; Named 127; Named 64; Named 77;
  Named 63; Named 48]; Choice 2 (Named 49); All [Named 62; Named 61; Named 60; Named 59; Named 58;
  Named 57; Named 56; Named 55; Named 54; Named 53; Named 52; Named 51; Named 50]; Choice 5
  Terminal; Choice 14 Terminal; Choice 11 Terminal; Choice 14 Terminal; Choice 8 Terminal; Choice 10
  Terminal; Choice 7 Terminal; Choice 9 Terminal; Choice 8 Terminal; Choice 7 Terminal; Choice 9
  Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 0
  Terminal; Choice 6 (Named 72); All [Named 79; Named 78; Named 1675; Named 128; Named 77; Named 76;
  Named 75; Named 74; Named 122; Named 73]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1 (Named 81);
  All [Named 104; Named 103; Named 102; Named 101; Named 100; Named 147; Named 99; Named 98; Named
  97; Named 96; Named 83; Named 82]; Choice 14 Terminal; Choice 11 (Named 84); All [Named 95; Named
  94; Named 93; Named 92; Named 91; Named 90; Named 89; Named 1690; Named 88; Named 87; Named 86;
  Named 85]; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 12 Terminal; Choice 10
  Terminal; Choice 11 Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 12 Terminal; Choice
  15 Terminal; Choice 14 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 11 Terminal;
  Choice 10 Terminal; Choice 10 Terminal; Choice 10 Terminal; Choice 9 Terminal; Choice 11 Terminal;
  Choice 11 Terminal; Choice 13 (Named 106); All [Named 119; Named 118; Named 117; Named 116; Named
  115; Named 114; Named 113; Named 112; Named 111; Named 110; Named 109; Named 108; Named 107];
  Choice 1 Terminal; Choice 1 Terminal; Choice 13 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 14 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal;
  Choice 0 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 7 (Named 121); All [Named 131;
  Named 130; Named 129; Named 128; Named 127; Named 1637; Named 126; Named 125; Named 124; Named
  123; Named 122]; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 1 (Named 133); All [Named 153; Named 150; Named 149; Named 148; Named
  162; Named 147; Named 796; Named 146; Named 145; Named 144; Named 143; Named 134]; Choice 13
  (Named 135); All [Named 142; Named 141; Named 140; Named 139; Terminal; Terminal; Named 138; Named
  137; Named 136]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 3 Terminal;
  Choice 3 Terminal; Choice 3 Terminal; Choice 10 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 4 Terminal; Choice 3 (Named 152); All [Named 162; Named 161; Named 160; Named 159; Named
  158; Named 797; Named 157; Named 156; Named 155; Named 154; Named 153]; Choice 4 Terminal; Choice
  4 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 10 Terminal; Choice 4
  Terminal; Choice 4 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 12 (Named 164); All
  [Named 1577; Named 194; Named 193; Named 192; Named 191; Named 190; Named 189; Named 171; Named
  170; Named 169; Named 168; Named 167; Named 166; Named 165]; Choice 10 Terminal; Choice 13
  Terminal; Choice 15 Terminal; Choice 15 Terminal; Choice 1 Terminal; Choice 15 Terminal; Choice 14
  (Named 172); All [Named 1574; Named 188; Named 187; Named 186; Named 185; Named 184; Named 183;
  Named 175; Named 174; Named 173]; Choice 4 Terminal; Choice 5 Terminal; Choice 6 (Named 176); All
  [Named 182; Named 181; Named 180; Named 179; Named 178; Named 177]; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 5
  Terminal; Choice 3 Terminal; Choice 0 Terminal; Choice 5 Terminal; Choice 2 Terminal; Choice 6
  Terminal; Choice 1 Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 14 Terminal; Choice 10
  Terminal; Choice 17 Terminal; Choice 11 (Named 196); All [Named 256; Named 255; Named 254; Named
  253; Named 252; Named 230; Named 229; Named 218; Named 217; Named 202; Named 201; Named 200; Named
  199; Named 198; Named 197]; Choice 10 Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 9
  Terminal; Choice 12 Terminal; Choice 1 (Named 203); All [Named 216; Named 215; Named 214; Named
  213; Named 212; Named 211; Named 210; Named 209; Named 208; Named 207; Named 206; Named 205; Named
  204]; Choice 4 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 8 Terminal; Choice 9
  Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 9
  Terminal; Choice 10 Terminal; Choice 9 Terminal; Choice 6 Terminal; Choice 10 Terminal; Choice 8
  (Named 219); All [Named 228; Named 227; Named 226; Named 225; Named 224; Named 223; Named 222;
  Named 221; Named 220]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 11 Terminal; Choice 8 (Named 231); All [Named 240; Named 239; Named 238; Named 237; Named
  236; Named 235; Named 234; Named 233; Named 232]; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 1
  Terminal; Choice 0 (Named 241); All [Named 251; Named 250; Named 249; Named 248; Named 247; Named
  246; Named 245; Named 244; Named 243; Named 242]; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 13 Terminal; Choice 10 Terminal; Choice 12
  Terminal; Choice 11 Terminal; Choice 2 (Named 257); All [Named 268; Named 267; Named 266; Named
  265; Named 264; Named 263; Named 262; Named 261; Named 260; Named 259; Named 258]; Choice 8
  Terminal; Choice 8 Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 9 Terminal; Choice 8
  Terminal; Choice 8 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 11
  Terminal; Choice 13 (Named 270); All [Named 346; Named 1425; Named 345; Named 344; Named 343;
  Named 342; Named 1429; Named 332; Named 304; Named 285; Named 284; Named 283; Named 271]; Choice 9
  (Named 272); All [Named 282; Named 281; Named 280; Named 279; Named 278; Named 277; Named 276;
  Named 275; Named 274; Named 273]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice
  0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 7 Terminal; Choice 3 Terminal; Choice 4
  Terminal; Choice 6 Terminal; Choice 11 Terminal; Choice 12 Terminal; Choice 0 (Named 286); All
  [Named 303; Named 302; Named 301; Named 300; Named 299; Named 291; Named 290; Named 289; Named
  288; Named 287]; Choice 1 Terminal; Choice 1 Terminal; Choice 10 Terminal; Choice 13 Terminal;
  Choice 3 (Named 292); All [Named 298; Named 297; Named 296; Named 295; Named 294; Named 293];
  Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal;
  Choice 2 Terminal; Choice 9 Terminal; Choice 7 Terminal; Choice 8 Terminal; Choice 5 Terminal;
  Choice 11 Terminal; Choice 4 (Named 305); All [Named 331; Named 330; Named 315; Named 314; Named
  313; Named 312; Named 311; Named 310; Named 309; Named 308; Named 307; Named 306]; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 12 (Named 316); All
  [Named 329; Named 328; Named 327; Named 326; Named 325; Named 324; Named 323; Named 322; Named
  321; Named 320; Named 319; Named 318; Named 317]; Choice 2 Terminal; Choice 2 Terminal; Choice 13
  Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 6 Terminal; Choice 3
  Terminal; Choice 0 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 6
  Terminal; Choice 2 Terminal; Choice 4 Terminal; Choice 1 (Named 333); All [Named 341; Named 340;
  Named 774; Named 339; Named 338; Named 337; Named 336; Named 335; Named 334]; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 12 Terminal; Choice 10 Terminal; Choice 12 Terminal;
  Choice 11 Terminal; Choice 10 Terminal; Choice 2 (Named 348); All [Named 518; Named 2121; Named
  506; Named 491; Named 459; Named 449; Named 424; Named 1189; Named 413; Named 392; Named 367;
  Named 360; Named 2095; Named 349]; Choice 2 (Named 350); All [Named 359; Named 510; Named 358;
  Named 357; Named 508; Named 356; Named 355; Named 441; Named 354; Named 415; Named 353; Named 352;
  Named 351]; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 4
  (Named 361); All [Named 366; Named 2168; Named 511; Named 365; Named 442; Named 364; Named 418;
  Named 363; Named 510; Named 362]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice
  2 Terminal; Choice 1 Terminal; Choice 1 (Named 368); All [Named 391; Named 390; Named 389; Named
  530; Named 388; Named 387; Named 386; Named 385; Named 384; Named 383; Named 370; Named 369];
  Choice 13 Terminal; Choice 12 (Named 371); All [Named 382; Named 381; Named 380; Named 379; Named
  378; Named 377; Named 2187; Named 376; Named 375; Named 374; Named 373; Named 372]; Choice 12
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 12 Terminal; Choice 11
  Terminal; Choice 13 Terminal; Choice 12 Terminal; Choice 13 Terminal; Choice 15 Terminal; Choice
  16 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 10 Terminal; Choice 11 Terminal;
  Choice 10 Terminal; Choice 10 Terminal; Choice 10 Terminal; Choice 11 Terminal; Choice 10
  Terminal; Choice 15 (Named 393); All [Named 412; Named 411; Named 410; Named 409; Named 484; Named
  408; Named 407; Named 397; Named 396; Named 395; Named 2140; Named 394]; Choice 16 Terminal;
  Choice 13 Terminal; Choice 15 Terminal; Choice 17 (Named 398); All [Named 406; Named 405; Named
  404; Named 403; Named 402; Named 401; Named 400; Named 399]; Choice 2 Terminal; Choice 3 Terminal;
  Choice 3 Terminal; Choice 6 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 3 Terminal;
  Choice 1 Terminal; Choice 1 Terminal; Choice 18 Terminal; Choice 6 Terminal; Choice 17 Terminal;
  Choice 14 Terminal; Choice 12 Terminal; Choice 4 (Named 414); All [Named 423; Named 422; Named
  2213; Named 2212; Named 421; Named 420; Named 419; Named 418; Named 417; Named 510; Named 416;
  Named 415]; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2
  (Named 425); All [Named 448; Named 510; Named 447; Named 446; Named 2232; Named 515; Named 445;
  Named 444; Named 443; Named 442; Named 441; Named 426]; Choice 2 (Named 427); All [Named 440;
  Named 439; Named 438; Named 437; Named 436; Named 435; Named 434; Named 433; Named 432; Named 431;
  Named 430; Named 429; Named 428]; Choice 3 Terminal; Choice 12 Terminal; Choice 11 Terminal;
  Choice 13 Terminal; Choice 8 Terminal; Choice 6 Terminal; Choice 8 Terminal; Choice 9 Terminal;
  Choice 8 Terminal; Choice 6 Terminal; Choice 7 Terminal; Choice 10 Terminal; Choice 9 Terminal;
  Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 0 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 8 (Named 450); All [Named 534;
  Named 458; Named 457; Named 456; Named 455; Named 1192; Named 454; Named 453; Named 452; Named
  451; Named 538]; Choice 4 Terminal; Choice 9 Terminal; Choice 4 Terminal; Choice 4 Terminal;
  Choice 4 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 3 Terminal; Choice 12 (Named 460);
  All [Named 490; Named 489; Named 488; Named 2140; Named 487; Named 486; Named 485; Named 484;
  Named 483; Named 482; Named 464; Named 463; Named 462; Named 461]; Choice 10 Terminal; Choice 13
  Terminal; Choice 15 Terminal; Choice 13 (Named 465); All [Named 481; Named 480; Named 2134; Named
  479; Named 478; Named 477; Named 476; Named 468; Named 467; Named 466]; Choice 2 Terminal; Choice
  2 Terminal; Choice 2 (Named 469); All [Named 475; Named 474; Named 473; Named 472; Named 471;
  Named 470]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 11 Terminal; Choice 1 Terminal; Choice 15
  Terminal; Choice 1 Terminal; Choice 15 Terminal; Choice 17 Terminal; Choice 11 Terminal; Choice 14
  Terminal; Choice 10 Terminal; Choice 14 (Named 492); All [Named 505; Named 504; Named 503; Named
  502; Named 501; Named 500; Named 499; Named 498; Named 497; Named 496; Named 495; Named 494; Named
  493]; Choice 6 Terminal; Choice 5 Terminal; Choice 13 Terminal; Choice 6 Terminal; Choice 4
  Terminal; Choice 5 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 14 Terminal; Choice 6
  Terminal; Choice 0 Terminal; Choice 6 Terminal; Choice 5 Terminal; Choice 4 (Named 507); All
  [Named 517; Named 516; Named 515; Named 2210; Named 514; Named 513; Named 512; Named 511; Named
  510; Named 509; Named 508]; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 4 (Named 519); All [Named 538; Named 537; Named 536; Named
  535; Named 534; Named 1197; Named 533; Named 532; Named 531; Named 530; Named 521; Named 520];
  Choice 2 Terminal; Choice 11 (Named 522); All [Named 529; Named 528; Named 527; Named 526; Named
  525; Terminal; Named 524; Named 523; Terminal]; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 9
  Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 13 (Named 540); All
  [Named 612; Named 611; Named 598; Named 597; Named 596; Named 595; Named 584; Named 569; Named
  568; Named 546; Named 545; Named 544; Named 543; Named 542; Named 541]; Choice 10 Terminal; Choice
  10 Terminal; Choice 9 Terminal; Choice 8 Terminal; Choice 11 Terminal; Choice 8 (Named 547); All
  [Named 556; Named 555; Named 554; Named 553; Named 552; Named 551; Named 550; Named 549; Named
  548]; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 0 (Named 557); All
  [Named 567; Named 566; Named 565; Named 564; Named 563; Named 562; Named 561; Named 560; Named
  559; Named 558]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 12 Terminal; Choice 4 (Named 570); All [Named 583; Named 582; Named 581;
  Named 580; Named 579; Named 578; Named 577; Named 576; Named 575; Named 574; Named 573; Named 572;
  Named 571]; Choice 8 Terminal; Choice 9 Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 9
  Terminal; Choice 6 Terminal; Choice 8 Terminal; Choice 7 Terminal; Choice 8 (Named 585); All
  [Named 594; Named 593; Named 592; Named 591; Named 590; Named 589; Named 588; Named 587; Named
  586]; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 10
  Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 3 (Named 599); All [Named 610; Named 609;
  Named 608; Named 607; Named 606; Named 605; Named 604; Named 603; Named 602; Named 601; Named
  600]; Choice 8 Terminal; Choice 8 Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 11
  Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 9 Terminal; Choice 8 Terminal; Choice 8
  Terminal; Choice 8 Terminal; Choice 13 Terminal; Choice 10 Terminal; Choice 12 (Named 614); All
  [Named 699; Named 1971; Named 698; Named 697; Named 1977; Named 696; Named 695; Named 676; Named
  675; Named 654; Named 628; Named 627; Named 615]; Choice 9 (Named 616); All [Named 626; Named 625;
  Named 624; Named 623; Named 622; Named 621; Named 620; Named 619; Named 618; Named 617]; Choice 3
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 1 Terminal; Choice 6 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 11
  Terminal; Choice 1 (Named 629); All [Named 1982; Named 653; Named 652; Named 651; Named 1987;
  Named 650; Named 635; Named 634; Named 633; Named 632; Named 631; Named 630]; Choice 0 Terminal;
  Choice 0 Terminal; Choice 3 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 12 (Named 636);
  All [Named 649; Named 648; Named 647; Named 646; Named 645; Named 644; Named 643; Named 642; Named
  641; Named 640; Named 639; Named 638; Named 637]; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 5 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 4 Terminal; Choice 1
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 2
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 2
  (Named 655); All [Named 674; Named 673; Named 672; Named 660; Named 659; Named 658; Named 657;
  Named 656]; Choice 1 Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 14 Terminal; Choice
  13 (Named 661); All [Named 671; Named 670; Named 669; Terminal; Named 668; Named 667; Named 666;
  Named 665; Named 664; Named 663; Named 662]; Choice 2 Terminal; Choice 2 Terminal; Choice 13
  Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 7
  Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 12 Terminal; Choice 6 Terminal; Choice 5
  Terminal; Choice 12 Terminal; Choice 2 (Named 677); All [Named 694; Named 693; Named 692; Named
  691; Named 683; Named 682; Named 681; Named 680; Named 679; Named 678]; Choice 1 Terminal; Choice
  1 Terminal; Choice 10 Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 4 (Named 684); All
  [Named 690; Named 689; Named 688; Named 687; Named 686; Named 685]; Choice 2 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 13
  Terminal; Choice 11 Terminal; Choice 5 Terminal; Choice 7 Terminal; Choice 12 Terminal; Choice 11
  Terminal; Choice 12 Terminal; Choice 10 Terminal; Choice 10 Terminal; Choice 16 (Named 701); All
  [Named 787; Named 786; Named 785; Named 784; Named 769; Named 739; Named 738; Named 737; Named
  1425; Named 736; Named 735; Named 703; Named 702]; Choice 13 Terminal; Choice 14 (Named 704); All
  [Named 723; Named 722; Named 721; Named 712; Named 711; Named 710; Named 709; Named 708; Named
  707; Named 706; Named 705]; Choice 11 Terminal; Choice 14 Terminal; Choice 11 Terminal; Choice 9
  Terminal; Choice 10 Terminal; Choice 13 Terminal; Choice 12 Terminal; Choice 2 (Named 713); All
  [Named 720; Named 719; Named 718; Named 717; Named 716; Named 715; Named 714]; Choice 11 Terminal;
  Choice 7 Terminal; Choice 1 Terminal; Choice 8 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 7 Terminal; Choice 11 Terminal; Choice 14 Terminal; Choice 3 (Named 724); All [Named 734;
  Named 733; Named 732; Named 731; Named 730; Named 729; Named 728; Named 727; Named 726; Named
  725]; Choice 12 Terminal; Choice 8 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 9
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 11 Terminal; Choice 15 Terminal; Choice 12 Terminal; Choice 10 Terminal; Choice
  16 (Named 740); All [Named 761; Named 753; Named 752; Named 751; Named 750; Named 742; Named 741];
  Choice 14 Terminal; Choice 3 (Named 743); All [Named 749; Named 748; Named 747; Named 746; Named
  745; Named 744]; Choice 12 Terminal; Choice 8 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 1 Terminal; Choice 1 Terminal; Choice 13 Terminal; Choice 13 Terminal; Choice 11 Terminal;
  Choice 2 (Named 754); All [Named 760; Named 759; Named 758; Named 757; Named 756; Named 755];
  Choice 9 Terminal; Choice 1 Terminal; Choice 7 Terminal; Choice 10 Terminal; Choice 10 Terminal;
  Choice 9 Terminal; Choice 4 (Named 762); All [Named 768; Named 767; Named 766; Named 765; Named
  764; Named 763]; Choice 1 Terminal; Choice 1 Terminal; Choice 10 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 1 Terminal; Choice 1 (Named 770); All [Named 783; Named 782; Named 781;
  Named 780; Named 779; Named 778; Named 777; Named 776; Named 775; Named 774; Named 773; Named 772;
  Named 771]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 3
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 14 Terminal; Choice 12
  Terminal; Choice 16 Terminal; Choice 13 Terminal; Choice 2 (Named 789); All [Named 1050; Named
  1038; Named 967; Named 941; Named 915; Named 902; Named 891; Named 1660; Named 852; Named 840;
  Named 815; Named 803; Named 790]; Choice 1 (Named 791); All [Named 802; Named 801; Named 800;
  Named 799; Named 798; Named 797; Named 796; Named 795; Named 794; Named 1663; Named 793; Named
  792]; Choice 11 Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 7 Terminal; Choice 8
  Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 7 Terminal; Choice 9
  Terminal; Choice 9 Terminal; Choice 6 (Named 804); All [Named 814; Named 813; Named 812; Named
  851; Named 811; Named 810; Named 809; Named 808; Named 807; Named 843; Named 806; Named 805];
  Choice 7 Terminal; Choice 5 Terminal; Choice 7 Terminal; Choice 7 Terminal; Choice 7 Terminal;
  Choice 8 Terminal; Choice 8 Terminal; Choice 9 Terminal; Choice 10 Terminal; Choice 10 Terminal;
  Choice 11 (Named 816); All [Named 839; Named 838; Named 837; Named 836; Named 835; Named 834;
  Named 833; Named 832; Named 820; Named 819; Named 818; Named 817]; Choice 1 Terminal; Choice 0
  Terminal; Choice 1 Terminal; Choice 16 (Named 821); All [Named 831; Named 830; Named 829; Named
  828; Named 827; Named 826; Named 825; Named 824; Named 823; Named 822]; Choice 0 Terminal; Choice
  0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 3
  Terminal; Choice 2 Terminal; Choice 11 (Named 841); All [Named 851; Named 850; Named 849; Named
  848; Named 847; Named 846; Named 845; Named 844; Named 843; Named 842]; Choice 11 Terminal; Choice
  6 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 11 Terminal; Choice
  13 Terminal; Choice 7 Terminal; Choice 9 Terminal; Choice 13 Terminal; Choice 11 (Named 853); All
  [Named 890; Named 889; Named 888; Named 1000; Named 887; Named 886; Named 873; Named 858; Named
  857; Named 1587; Named 856; Named 855; Named 854]; Choice 13 Terminal; Choice 9 Terminal; Choice 1
  Terminal; Choice 15 Terminal; Choice 13 (Named 859); All [Named 872; Named 871; Named 870; Named
  869; Named 868; Named 867; Named 866; Named 865; Named 864; Named 863; Named 862; Named 861; Named
  860]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 3
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 11 (Named 874); All
  [Named 885; Named 884; Named 883; Named 882; Named 881; Named 880; Named 879; Named 878; Named
  877; Named 876; Named 875]; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 12 Terminal; Choice 0 Terminal; Choice 12 Terminal; Choice 1 Terminal; Choice 3
  Terminal; Choice 10 Terminal; Choice 2 Terminal; Choice 10 Terminal; Choice 13 Terminal; Choice 13
  Terminal; Choice 12 Terminal; Choice 12 Terminal; Choice 0 (Named 892); All [Named 901; Named 900;
  Named 899; Named 898; Named 897; Named 1665; Named 896; Named 895; Named 894; Named 893]; Choice 9
  Terminal; Choice 4 Terminal; Choice 8 Terminal; Choice 10 Terminal; Choice 7 Terminal; Choice 8
  Terminal; Choice 3 Terminal; Choice 5 Terminal; Choice 5 Terminal; Choice 10 (Named 903); All
  [Named 914; Named 913; Named 912; Named 911; Named 910; Named 909; Named 908; Named 907; Named
  906; Named 905; Named 904]; Choice 0 Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 2
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 15 (Named 916); All [Named 940; Named 939;
  Named 938; Named 937; Named 936; Named 935; Named 922; Named 921; Named 920; Named 919; Named 918;
  Named 917]; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 5 (Named 923); All [Named 934; Named 933; Named 932; Named 931; Named 930; Named
  929; Named 928; Terminal; Named 927; Named 926; Named 925; Named 924]; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 3
  Terminal; Choice 9 (Named 942); All [Named 966; Named 965; Named 964; Named 963; Named 962; Named
  961; Named 948; Named 947; Named 946; Named 945; Named 944; Named 943]; Choice 1 Terminal; Choice
  2 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 0 (Named 949); All
  [Named 960; Named 959; Named 958; Named 957; Named 956; Named 955; Named 954; Named 953; Named
  952; Named 951; Named 950]; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 12
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 7 (Named 968); All
  [Named 1037; Named 1036; Named 1035; Named 1017; Named 1000; Named 988; Named 987; Named 986;
  Named 975; Named 974; Named 973; Named 972; Named 971; Named 970; Named 969]; Choice 3 Terminal;
  Choice 3 Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 3 Terminal;
  Choice 10 (Named 976); All [Named 985; Named 984; Named 983; Named 982; Named 981; Named 980;
  Named 998; Named 979; Named 978; Named 977]; Choice 3 Terminal; Choice 2 Terminal; Choice 9
  Terminal; Choice 9 Terminal; Choice 3 Terminal; Choice 9 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 9 (Named 989); All
  [Named 999; Named 998; Named 997; Named 996; Named 995; Terminal; Named 994; Named 993; Named 992;
  Named 991; Named 990]; Choice 6 Terminal; Choice 5 Terminal; Choice 5 Terminal; Choice 8 Terminal;
  Choice 6 Terminal; Choice 7 Terminal; Choice 5 Terminal; Choice 5 Terminal; Choice 8 Terminal;
  Choice 8 Terminal; Choice 4 (Named 1001); All [Named 1016; Named 1015; Named 1014; Named 1013;
  Named 1012; Named 1011; Named 1010; Named 1009; Named 1008; Named 1007; Named 1006; Named 1005;
  Named 1004; Named 1003; Named 1002]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 4 (Named 1018); All [Named 1034; Named 1033; Named
  1032; Named 1031; Named 1030; Named 1029; Named 1028; Named 1027; Named 1026; Named 1025; Named
  1024; Named 1023; Named 1022; Named 1021; Named 1020; Named 1019]; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 3
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 3 (Named 1039); All [Named 1049; Named
  1048; Named 1665; Named 1047; Named 1046; Named 1045; Named 1044; Named 1669; Named 1043; Named
  1042; Named 1041; Named 1040]; Choice 4 Terminal; Choice 3 Terminal; Choice 5 Terminal; Choice 5
  Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 5 Terminal; Choice 4 Terminal; Choice 4
  Terminal; Choice 4 Terminal; Choice 8 (Named 1051); All [Named 1062; Named 1061; Named 1060; Named
  1059; Named 1058; Named 1057; Named 1056; Named 1055; Named 1054; Named 1053; Named 1052]; Choice
  1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 0
  Terminal; Choice 14 (Named 1064); All [Named 1149; Named 1148; Named 1147; Named 1146; Named 1131;
  Named 1102; Named 1101; Named 1069; Named 1068; Named 1067; Named 1971; Named 1066; Named 1065];
  Choice 10 Terminal; Choice 15 Terminal; Choice 12 Terminal; Choice 13 Terminal; Choice 13 (Named
  1070); All [Named 1100; Named 1091; Named 1090; Named 1089; Named 1077; Named 1076; Named 1075;
  Named 1074; Named 1073; Named 1072; Named 1071]; Choice 11 Terminal; Choice 9 Terminal; Choice 14
  Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 14 Terminal; Choice 2 (Named 1078); All
  [Named 1088; Named 1087; Named 1086; Named 1085; Named 1084; Named 1083; Named 1082; Named 1081;
  Named 1080; Named 1079]; Choice 8 Terminal; Choice 1 Terminal; Choice 12 Terminal; Choice 2
  Terminal; Choice 9 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 2 Terminal; Choice 3
  Terminal; Choice 5 Terminal; Choice 12 Terminal; Choice 13 Terminal; Choice 3 (Named 1092); All
  [Named 1099; Named 1098; Named 1097; Named 1096; Named 1095; Named 1094; Named 1093]; Choice 7
  Terminal; Choice 4 Terminal; Choice 11 Terminal; Choice 8 Terminal; Choice 3 Terminal; Choice 7
  Terminal; Choice 4 Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 15 (Named 1103); All
  [Named 1123; Named 1122; Named 1114; Named 1107; Named 1106; Named 1105; Named 1104]; Choice 13
  Terminal; Choice 13 Terminal; Choice 14 Terminal; Choice 2 (Named 1108); All [Named 1113; Named
  1128; Named 1112; Named 1111; Named 1110; Named 1109]; Choice 8 Terminal; Choice 12 Terminal;
  Choice 3 Terminal; Choice 1 Terminal; Choice 4 Terminal; Choice 2 (Named 1115); All [Named 1121;
  Named 1120; Named 1119; Named 1118; Named 1117; Named 1116]; Choice 2 Terminal; Choice 10
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 11
  Terminal; Choice 3 (Named 1124); All [Named 1130; Named 1129; Named 1128; Named 1127; Named 1126;
  Named 1125]; Choice 9 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 9 Terminal; Choice 3 (Named 1132); All [Named 1145; Named 1144; Named 1143; Named
  1142; Named 1141; Named 1140; Named 1139; Named 1138; Named 1137; Named 1136; Named 1135; Named
  1134; Named 1133]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 3 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 16 Terminal;
  Choice 13 Terminal; Choice 14 Terminal; Choice 12 Terminal; Choice 1 (Named 1151); All [Named
  1408; Named 1396; Named 1328; Named 1317; Named 1306; Named 2217; Named 1280; Named 1254; Named
  1216; Named 1202; Named 1189; Named 1177; Named 1152]; Choice 9 (Named 1153); All [Named 1176;
  Named 1175; Named 1174; Named 1173; Named 1172; Named 1171; Named 1170; Named 1169; Named 1157;
  Named 1156; Named 1155; Named 1154]; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal;
  Choice 15 (Named 1158); All [Named 1168; Named 1167; Named 1166; Named 1165; Named 1164; Named
  1163; Named 1162; Named 1161; Named 1160; Named 1159]; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal;
  Choice 1 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 3 Terminal;
  Choice 2 Terminal; Choice 11 (Named 1178); All [Named 1188; Named 1187; Named 1186; Named 1185;
  Named 1184; Named 1183; Named 1182; Named 1181; Named 1180; Named 1179]; Choice 1 Terminal; Choice
  1 Terminal; Choice 0 Terminal; Choice 15 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 (Named 1190); All
  [Named 1201; Named 1200; Named 1199; Named 1198; Named 1197; Named 1196; Named 2223; Named 1195;
  Named 1194; Named 1193; Named 1192; Named 1191]; Choice 10 Terminal; Choice 7 Terminal; Choice 8
  Terminal; Choice 8 Terminal; Choice 9 Terminal; Choice 8 Terminal; Choice 7 Terminal; Choice 7
  Terminal; Choice 6 Terminal; Choice 9 Terminal; Choice 8 Terminal; Choice 9 (Named 1203); All
  [Named 1215; Named 1214; Named 1213; Named 1212; Named 1211; Named 1210; Named 1209; Named 1208;
  Named 1207; Named 1206; Named 1205; Named 1204]; Choice 7 Terminal; Choice 5 Terminal; Choice 6
  Terminal; Choice 7 Terminal; Choice 10 Terminal; Choice 13 Terminal; Choice 7 Terminal; Choice 7
  Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 10 Terminal; Choice 10 Terminal; Choice 10
  (Named 1217); All [Named 1253; Named 1252; Named 1251; Named 1334; Named 1325; Named 1250; Named
  1237; Named 1236; Named 1235; Named 2105; Named 1234; Named 1219; Named 1218]; Choice 15 Terminal;
  Choice 13 (Named 1220); All [Named 1233; Named 1232; Named 1231; Named 1230; Named 1229; Named
  1228; Named 1227; Named 1226; Named 1225; Named 1224; Named 1223; Named 1222; Named 1221]; Choice
  0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 3 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 13 Terminal; Choice 9
  Terminal; Choice 10 (Named 1238); All [Named 1249; Named 1248; Named 1247; Named 1246; Named 1245;
  Named 1244; Named 1243; Named 1242; Named 1241; Named 1240; Named 1239]; Choice 12 Terminal;
  Choice 1 Terminal; Choice 12 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 0 Terminal; Choice 10 Terminal; Choice 3 Terminal; Choice 2 Terminal;
  Choice 10 Terminal; Choice 9 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 12 (Named
  1255); All [Named 1279; Named 1278; Named 1277; Named 1276; Named 1275; Named 1274; Named 1261;
  Named 1260; Named 1259; Named 1258; Named 1257; Named 1256]; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 11 (Named 1262); All [Named 1273;
  Named 1272; Named 1271; Named 1270; Named 1269; Named 1268; Named 1267; Terminal; Named 1266;
  Named 1265; Named 1264; Named 1263]; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 3 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 3 Terminal; Choice 7 (Named 1281);
  All [Named 1305; Named 1304; Named 1303; Named 1302; Named 1301; Named 1300; Named 1287; Named
  1286; Named 1285; Named 1284; Named 1283; Named 1282]; Choice 1 Terminal; Choice 0 Terminal;
  Choice 1 Terminal; Choice 6 Terminal; Choice 1 Terminal; Choice 0 (Named 1288); All [Named 1299;
  Named 1298; Named 1297; Named 1296; Named 1295; Named 1294; Named 1293; Named 1292; Named 1291;
  Named 1290; Named 1289]; Choice 12 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 0 (Named 1307); All
  [Named 1316; Named 1315; Named 1314; Named 2220; Named 1313; Named 1312; Named 1311; Named 1310;
  Named 1309; Named 1308]; Choice 8 Terminal; Choice 8 Terminal; Choice 7 Terminal; Choice 7
  Terminal; Choice 6 Terminal; Choice 7 Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 3
  Terminal; Choice 9 (Named 1318); All [Named 2105; Named 1327; Named 1326; Named 1395; Named 1325;
  Named 1324; Named 1323; Named 1322; Named 1321; Named 1320; Named 1319]; Choice 1 Terminal; Choice
  1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 13
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 5 (Named 1329); All [Named 1395; Named
  1394; Named 1393; Named 1392; Named 1391; Named 1379; Named 1378; Named 1377; Named 1366; Named
  1348; Named 1334; Named 1333; Named 1332; Named 1331; Named 1330]; Choice 3 Terminal; Choice 3
  Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 4 (Named 1335); All [Named 1347; Named
  1346; Named 1345; Named 1344; Named 1355; Named 1343; Named 1342; Named 1341; Named 1340; Named
  1339; Named 1362; Named 1361; Named 1338; Named 1337; Named 1336]; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1
  Terminal; Choice 3 (Named 1349); All [Named 1365; Named 1364; Named 1363; Named 1362; Named 1361;
  Named 1360; Named 1359; Named 1358; Named 1357; Named 1356; Named 1355; Named 1354; Named 1353;
  Named 1352; Named 1351; Named 1350]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 1 Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 0 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 9 (Named 1367); All [Named 1376;
  Named 1375; Named 1374; Named 1373; Named 1372; Named 1371; Named 1387; Named 1370; Named 1369;
  Named 1368]; Choice 10 Terminal; Choice 3 Terminal; Choice 9 Terminal; Choice 3 Terminal; Choice 2
  Terminal; Choice 10 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 3
  Terminal; Choice 3 Terminal; Choice 8 (Named 1380); All [Named 1390; Named 1389; Named 1388; Named
  1387; Named 1386; Terminal; Named 1385; Named 1384; Named 1383; Named 1382; Named 1381]; Choice 8
  Terminal; Choice 6 Terminal; Choice 6 Terminal; Choice 5 Terminal; Choice 5 Terminal; Choice 7
  Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 5 Terminal; Choice 5 Terminal; Choice 2
  Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 3
  (Named 1397); All [Named 1407; Named 1406; Named 2226; Named 2220; Named 1405; Named 1404; Named
  1403; Named 1402; Named 1401; Named 1400; Named 1399; Named 1398]; Choice 2 Terminal; Choice 3
  Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 3
  Terminal; Choice 4 Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 7 (Named 1409); All
  [Named 1420; Named 1419; Named 1418; Named 1417; Named 1416; Named 1415; Named 1414; Named 1413;
  Named 1412; Named 1411; Named 1410]; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 0 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 17 (Named 1422); All [Named 1493;
  Named 1492; Named 1480; Named 1447; Named 1433; Named 1432; Named 1431; Named 1430; Named 1429;
  Named 1428; Named 1427; Named 1426; Named 1425; Named 1424; Named 1423]; Choice 15 Terminal;
  Choice 11 Terminal; Choice 14 Terminal; Choice 14 Terminal; Choice 14 Terminal; Choice 12
  Terminal; Choice 13 Terminal; Choice 13 Terminal; Choice 10 Terminal; Choice 14 Terminal; Choice 4
  (Named 1434); All [Named 1446; Named 1445; Named 1444; Named 1443; Named 1442; Named 1441; Named
  1440; Named 1439; Named 1438; Named 1437; Named 1436; Named 1435]; Choice 0 Terminal; Choice 0
  Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 1
  Terminal; Choice 2 (Named 1448); All [Named 1479; Named 1478; Named 1465; Named 1464; Named 1463;
  Named 1462; Named 1452; Named 1451; Named 1450; Named 1449]; Choice 3 Terminal; Choice 2 Terminal;
  Choice 3 Terminal; Choice 0 (Named 1453); All [Named 1461; Named 1460; Named 1459; Named 1458;
  Named 1457; Named 1456; Named 1455; Named 1454]; Choice 11 Terminal; Choice 7 Terminal; Choice 4
  Terminal; Choice 5 Terminal; Choice 8 Terminal; Choice 12 Terminal; Choice 13 Terminal; Choice 15
  Terminal; Choice 5 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 2 (Named 1466); All
  [Named 1477; Named 1476; Named 1475; Named 1474; Named 1473; Named 1472; Named 1471; Named 1470;
  Named 1469; Named 1468; Named 1467]; Choice 13 Terminal; Choice 11 Terminal; Choice 9 Terminal;
  Choice 8 Terminal; Choice 11 Terminal; Choice 14 Terminal; Choice 10 Terminal; Choice 15 Terminal;
  Choice 10 Terminal; Choice 9 Terminal; Choice 10 Terminal; Choice 3 Terminal; Choice 2 Terminal;
  Choice 13 (Named 1481); All [Named 1491; Named 1490; Named 1489; Named 1488; Named 1487; Named
  1486; Named 1485; Named 1484; Named 1483; Named 1482]; Choice 3 Terminal; Choice 2 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 3 Terminal; Choice 4 Terminal; Choice 17 Terminal; Choice 5 (Named
  1494); All [Named 1514; Named 1513; Named 1512; Named 1511; Named 1510; Named 1509; Named 1508;
  Named 1507; Named 1506; Named 1498; Named 1497; Named 1496; Named 1495]; Choice 12 Terminal;
  Choice 10 Terminal; Choice 13 Terminal; Choice 1 (Named 1499); All [Named 1505; Named 1504; Named
  1503; Named 1502; Named 1501; Named 1500]; Choice 10 Terminal; Choice 3 Terminal; Choice 3
  Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 8 Terminal; Choice 9
  Terminal; Choice 14 Terminal; Choice 13 Terminal; Choice 12 Terminal; Choice 12 Terminal; Choice
  11 Terminal; Choice 10 Terminal; Choice 14 Terminal; Choice 8 (Named 1516); All [Named 1730; Named
  1708; Named 1681; Named 1672; Named 1660; Named 1641; Named 1631; Named 1623; Named 1609; Named
  1594; Named 1579; Named 1557; Named 1528; Named 1517]; Choice 6 (Named 1518); All [Named 1527;
  Named 1526; Named 1525; Named 1524; Named 1523; Named 1522; Named 1521; Named 1520; Named 1519];
  Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 (Named 1529);
  All [Named 1556; Named 1545; Named 1712; Named 1544; Named 1535; Named 1710; Named 1534; Named
  1684; Named 1533; Named 1644; Named 1532; Named 1531; Named 1530]; Choice 4 Terminal; Choice 4
  Terminal; Choice 4 Terminal; Choice 9 Terminal; Choice 4 Terminal; Choice 3 (Named 1536); All
  [Named 1543; Named 1542; Named 1541; Named 1554; Named 1540; Named 1539; Named 1538; Named 1537];
  Choice 7 Terminal; Choice 7 Terminal; Choice 5 Terminal; Choice 8 Terminal; Choice 9 Terminal;
  Choice 5 Terminal; Choice 7 Terminal; Choice 3 Terminal; Choice 3 (Named 1546); All [Named 1555;
  Named 1554; Named 1553; Named 1552; Named 1551; Named 1550; Named 1549; Named 1548; Named 1547];
  Choice 6 Terminal; Choice 3 Terminal; Choice 4 Terminal; Choice 5 Terminal; Choice 7 Terminal;
  Choice 7 Terminal; Choice 7 Terminal; Choice 8 Terminal; Choice 8 Terminal; Choice 3 Terminal;
  Choice 11 (Named 1558); All [Named 1578; Named 1577; Named 1576; Named 1575; Named 1565; Named
  1564; Named 1563; Named 1562; Named 1561; Named 1560; Named 1559]; Choice 15 Terminal; Choice 9
  Terminal; Choice 9 Terminal; Choice 16 Terminal; Choice 16 Terminal; Choice 0 Terminal; Choice 13
  (Named 1566); All [Named 1574; Named 1573; Named 1572; Named 1571; Named 1570; Named 1569; Named
  1568; Named 1567]; Choice 3 Terminal; Choice 4 Terminal; Choice 3 Terminal; Choice 4 Terminal;
  Choice 4 Terminal; Choice 0 Terminal; Choice 5 Terminal; Choice 1 Terminal; Choice 0 Terminal;
  Choice 16 Terminal; Choice 16 Terminal; Choice 14 Terminal; Choice 15 (Named 1580); All [Named
  1593; Named 1592; Named 1591; Named 1590; Named 1589; Named 1588; Named 1587; Named 1586; Named
  1585; Named 1584; Named 1583; Named 1582; Named 1581]; Choice 12 Terminal; Choice 7 Terminal;
  Choice 10 Terminal; Choice 14 Terminal; Choice 7 Terminal; Choice 14 Terminal; Choice 1 Terminal;
  Choice 16 Terminal; Choice 1 Terminal; Choice 13 Terminal; Choice 7 Terminal; Choice 11 Terminal;
  Choice 9 Terminal; Choice 7 (Named 1595); All [Named 1608; Named 1607; Named 1606; Named 1605;
  Named 1604; Named 1603; Named 1602; Named 1601; Named 1600; Named 1599; Named 1598; Named 1597;
  Named 1596]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 12 (Named 1610); All
  [Named 1622; Named 1621; Named 1620; Named 1619; Named 1618; Named 1617; Named 1616; Named 1615;
  Named 1614; Named 1613; Named 1612; Named 1611]; Choice 4 Terminal; Choice 7 Terminal; Choice 11
  Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 3
  Terminal; Choice 10 Terminal; Choice 4 Terminal; Choice 5 Terminal; Choice 6 Terminal; Choice 7
  (Named 1624); All [Named 1735; Named 1630; Named 1629; Named 1677; Named 1628; Named 1627; Named
  1626; Named 1625; Named 1744]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 7 (Named 1632); All [Named 1736; Named
  1640; Named 1639; Named 1678; Named 1638; Named 1637; Named 1744; Named 1636; Named 1635; Named
  1634; Named 1633]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 (Named 1642);
  All [Named 1659; Named 1710; Named 1658; Named 1657; Named 1727; Named 1702; Named 1656; Named
  1645; Named 1644; Named 1643]; Choice 4 Terminal; Choice 4 Terminal; Choice 3 (Named 1646); All
  [Named 1655; Named 1654; Named 1653; Named 1652; Named 1651; Named 1650; Named 1649; Named 1648;
  Named 1647]; Choice 6 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 9 Terminal; Choice 1 (Named 1661); All
  [Named 1671; Named 1670; Named 1669; Named 1668; Named 1667; Named 1728; Named 1666; Named 1665;
  Named 1664; Named 1663; Named 1662]; Choice 10 Terminal; Choice 8 Terminal; Choice 8 Terminal;
  Choice 7 Terminal; Choice 11 Terminal; Choice 6 Terminal; Choice 8 Terminal; Choice 7 Terminal;
  Choice 9 Terminal; Choice 9 Terminal; Choice 6 (Named 1673); All [Named 1740; Named 1680; Named
  1679; Named 1678; Named 1677; Named 1744; Named 1676; Named 1675; Named 1674]; Choice 2 Terminal;
  Choice 4 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 1 Terminal; Choice 1 (Named 1682); All [Named 1707; Named 1706; Named 1705; Named 1704;
  Named 1703; Named 1702; Named 1687; Named 1686; Named 1685; Named 1684; Named 1683]; Choice 10
  Terminal; Choice 11 Terminal; Choice 7 Terminal; Choice 14 Terminal; Choice 11 (Named 1688); All
  [Named 1701; Named 1700; Named 1699; Named 1698; Named 1697; Named 1696; Named 1695; Named 1694;
  Named 1693; Named 1692; Named 1691; Named 1690; Named 1689]; Choice 13 Terminal; Choice 11
  Terminal; Choice 10 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 8
  Terminal; Choice 6 Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 14
  Terminal; Choice 13 Terminal; Choice 11 Terminal; Choice 8 Terminal; Choice 10 Terminal; Choice 9
  Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 3 (Named 1709); All [Named 1729; Named
  1728; Named 1727; Named 1726; Named 1725; Named 1724; Named 1713; Named 1712; Named 1711; Named
  1710]; Choice 4 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 2 (Named 1714); All [Named
  1723; Named 1722; Named 1721; Named 1720; Named 1719; Named 1718; Named 1717; Named 1716; Named
  1715]; Choice 5 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 4
  Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 8 Terminal; Choice 10
  Terminal; Choice 6 (Named 1731); All [Named 1744; Named 1743; Named 1742; Named 1741; Named 1740;
  Named 1739; Named 1738; Named 1737; Named 1736; Named 1735; Named 1734; Named 1733; Named 1732];
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 0 Terminal;
  Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 12 (Named 1746); All [Named 1966;
  Named 1965; Named 1944; Named 1932; Named 1921; Named 1920; Named 1919; Named 1918; Named 1917;
  Named 1916; Named 1896; Named 1748; Named 1747]; Choice 1 Terminal; Choice 0 (Named 1749); All
  [Named 1895; Named 1880; Named 1863; Named 1862; Named 1861; Named 1846; Named 1813; Named 1806;
  Named 1801; Named 1800; Named 1758; Named 1750]; Choice 0 (Named 1751); All [Named 1757; Named
  1756; Named 1755; Named 1754; Named 1848; Named 1815; Named 1810; Named 1805; Named 1753; Named
  1858; Named 1752]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 3 Terminal;
  Choice 3 Terminal; Choice 2 Terminal; Choice 4 (Named 1759); All [Named 1799; Named 1883; Named
  1798; Named 1797; Named 1796; Named 1795; Named 1794; Named 1784; Named 1783; Named 1774; Named
  1773; Named 1772; Named 1760]; Choice 9 (Named 1761); All [Terminal; Named 1771; Named 1770; Named
  1769; Named 1768; Named 1767; Named 1766; Named 1765; Named 1764; Named 1763; Named 1762]; Choice
  1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 8 (Named 1775); All [Terminal; Named 1782; Named 1781; Named
  1780; Named 1779; Named 1778; Named 1788; Named 1777; Named 1776]; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 2
  Terminal; Choice 1 Terminal; Choice 8 (Named 1785); All [Terminal; Named 1793; Named 1792; Named
  1791; Named 1790; Named 1789; Named 1788; Named 1787; Named 1786]; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2
  Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 0 Terminal; Choice 0 (Named 1802); All
  [Named 1844; Named 1805; Named 1804; Named 1858; Named 1803]; Choice 2 Terminal; Choice 0
  Terminal; Choice 2 Terminal; Choice 0 (Named 1807); All [Named 1812; Named 1811; Named 1810; Named
  1809; Named 1858; Named 1808]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 0 (Named 1814); All [Named 1845; Named 1844; Named 1843; Named
  1842; Named 1835; Named 1858; Named 1828; Named 1816; Named 1815]; Choice 2 Terminal; Choice 2
  (Named 1817); All [Named 1827; Terminal; Named 1826; Named 1825; Named 1824; Named 1823; Named
  1822; Named 1821; Named 1820; Named 1819; Named 1818]; Choice 9 Terminal; Choice 9 Terminal;
  Choice 11 Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 13 Terminal; Choice 10
  Terminal; Choice 13 Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 3 (Named 1829); All
  [Terminal; Named 1834; Named 1833; Named 1832; Named 1831; Named 1830]; Choice 14 Terminal; Choice
  14 Terminal; Choice 13 Terminal; Choice 13 Terminal; Choice 16 Terminal; Choice 11 (Named 1836);
  All [Named 1841; Named 1840; Named 1839; Named 1838; Named 1837]; Choice 8 Terminal; Choice 9
  Terminal; Choice 7 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 0 (Named 1847); All [Named 1860; Named
  1859; Named 1858; Named 1857; Named 1849; Named 1848]; Choice 2 Terminal; Choice 10 (Named 1850);
  All [Named 1856; Named 1855; Named 1854; Named 1853; Named 1852; Named 1851]; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 1 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 1 Terminal; Choice 4 (Named 1864); All [Named 1879; Named 1878; Named 1877; Named 1876;
  Named 1869; Named 1868; Named 1867; Named 1866; Terminal; Named 1865]; Choice 8 Terminal; Choice 8
  Terminal; Choice 7 Terminal; Choice 7 Terminal; Choice 0 (Named 1870); All [Named 1875; Named
  1874; Named 1873; Named 1872; Named 1871]; Choice 2 Terminal; Choice 1 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 2
  Terminal; Choice 7 Terminal; Choice 4 (Named 1881); All [Named 1894; Named 1893; Named 1892; Named
  1891; Named 1890; Named 1889; Named 1888; Named 1887; Named 1886; Named 1885; Named 1884;
  Terminal; Named 1883; Named 1882]; Choice 2 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice
  2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 14 (Named 1897); All [Named 1915; Named 1914; Named 1913; Named 1912; Named 1911;
  Named 1910; Named 1909; Named 1908; Named 1907; Named 1906; Named 1905; Named 1904; Named 1903;
  Named 1902; Named 1901; Named 1900; Named 1899; Named 1898]; Choice 1 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 5 Terminal; Choice 7 Terminal; Choice 5 Terminal; Choice 5 Terminal;
  Choice 4 Terminal; Choice 5 Terminal; Choice 7 Terminal; Choice 3 Terminal; Choice 3 Terminal;
  Choice 5 Terminal; Choice 5 Terminal; Choice 4 Terminal; Choice 6 Terminal; Choice 6 Terminal;
  Choice 6 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1 Terminal;
  Choice 0 Terminal; Choice 2 (Named 1922); All [Named 1931; Named 1930; Named 1929; Named 1928;
  Named 1927; Named 1926; Named 1925; Named 1924; Named 1923]; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 1 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 1 (Named 1933); All [Named 1943; Named 1942; Named
  1941; Named 1940; Named 1939; Named 1938; Named 1937; Named 1936; Named 1935; Named 1934]; Choice
  9 Terminal; Choice 7 Terminal; Choice 7 Terminal; Choice 9 Terminal; Choice 3 Terminal; Choice 3
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 10 Terminal; Choice 6 Terminal; Choice 2
  (Named 1945); All [Named 1964; Named 1952; Named 1951; Named 1950; Named 1949; Named 1948; Named
  1947; Named 1946]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal;
  Choice 0 Terminal; Choice 0 Terminal; Choice 1 (Named 1953); All [Named 1963; Named 1962; Named
  1961; Named 1960; Named 1959; Terminal; Named 1958; Named 1957; Named 1956; Named 1955; Named
  1954]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 8 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 15 (Named 1968); All
  [Named 2042; Named 2041; Named 2027; Named 2026; Named 2014; Named 1978; Named 1977; Named 1976;
  Named 1975; Named 1974; Named 1973; Named 1972; Named 1971; Named 1970; Named 1969]; Choice 15
  Terminal; Choice 11 Terminal; Choice 14 Terminal; Choice 13 Terminal; Choice 10 Terminal; Choice
  14 Terminal; Choice 14 Terminal; Choice 12 Terminal; Choice 13 Terminal; Choice 3 (Named 1979);
  All [Named 2003; Named 1989; Named 2036; Named 1988; Named 1987; Named 1986; Named 1985; Named
  1984; Named 1983; Named 1982; Named 1981; Named 1980]; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 16 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 0 Terminal; Choice 3 Terminal; Choice 2 (Named 1990); All [Named 2002; Named 2001; Named
  2000; Named 1999; Named 1998; Named 1997; Named 1996; Named 1995; Named 1994; Named 1993; Named
  1992; Named 1991]; Choice 17 Terminal; Choice 11 Terminal; Choice 10 Terminal; Choice 10 Terminal;
  Choice 9 Terminal; Choice 11 Terminal; Choice 9 Terminal; Choice 11 Terminal; Choice 10 Terminal;
  Choice 9 Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 4 (Named 2004); All [Named 2013;
  Terminal; Named 2012; Named 2011; Named 2010; Named 2009; Named 2008; Named 2007; Named 2006;
  Named 2005]; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 13
  (Named 2015); All [Named 2025; Named 2024; Named 2023; Named 2022; Named 2021; Named 2020; Named
  2019; Named 2018; Named 2017; Named 2016]; Choice 1 Terminal; Choice 0 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 14 Terminal; Choice 2 (Named 2028); All
  [Named 2040; Named 2039; Named 2038; Named 2037; Named 2036; Named 2035; Named 2034; Named 2033;
  Named 2032; Named 2031; Named 2030; Named 2029]; Choice 0 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 17
  Terminal; Choice 2 (Named 2043); All [Named 2063; Named 2062; Named 2061; Named 2060; Named 2059;
  Named 2058; Named 2057; Named 2049; Named 2048; Named 2047; Named 2046; Named 2045; Named 2044];
  Choice 15 Terminal; Choice 14 Terminal; Choice 14 Terminal; Choice 13 Terminal; Choice 13
  Terminal; Choice 5 (Named 2050); All [Named 2056; Named 2055; Named 2054; Named 2053; Named 2052;
  Named 2051]; Choice 10 Terminal; Choice 6 Terminal; Choice 6 Terminal; Choice 2 Terminal; Choice 3
  Terminal; Choice 3 Terminal; Choice 10 Terminal; Choice 10 Terminal; Choice 13 Terminal; Choice 12
  Terminal; Choice 13 Terminal; Choice 15 Terminal; Choice 14 Terminal; Choice 3 (Named 2065); All
  [Named 2261; Named 2239; Named 2229; Named 2217; Named 2206; Named 2198; Named 2171; Named 2165;
  Named 2141; Named 2121; Named 2110; Named 2095; Named 2081; Named 2066]; Choice 4 (Named 2067);
  All [Named 2080; Named 2079; Named 2078; Named 2077; Named 2076; Named 2075; Named 2074; Named
  2073; Named 2072; Named 2071; Named 2070; Named 2069; Named 2068]; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 13 (Named 2082); All [Named 2094; Named 2093; Named 2092;
  Named 2091; Named 2090; Named 2089; Named 2088; Named 2087; Named 2086; Named 2085; Named 2084;
  Named 2083]; Choice 11 Terminal; Choice 11 Terminal; Choice 11 Terminal; Choice 8 Terminal; Choice
  1 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 10 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 13 (Named 2096); All [Named 2109; Named
  2108; Named 2107; Named 2106; Named 2105; Named 2104; Named 2103; Named 2102; Named 2101; Named
  2100; Named 2099; Named 2098; Named 2097]; Choice 4 Terminal; Choice 12 Terminal; Choice 4
  Terminal; Choice 10 Terminal; Choice 14 Terminal; Choice 16 Terminal; Choice 1 Terminal; Choice 11
  Terminal; Choice 1 Terminal; Choice 11 Terminal; Choice 4 Terminal; Choice 11 Terminal; Choice 9
  Terminal; Choice 4 (Named 2111); All [Named 2120; Named 2119; Named 2118; Named 2117; Named 2116;
  Named 2115; Named 2114; Named 2113; Named 2112]; Choice 1 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 11 (Named 2122); All [Named 2140; Named 2162; Named 2139;
  Named 2138; Named 2137; Named 2136; Named 2135; Named 2126; Named 2125; Named 2124; Named 2123];
  Choice 9 Terminal; Choice 9 Terminal; Choice 15 Terminal; Choice 12 (Named 2127); All [Named 2134;
  Named 2152; Named 2133; Named 2132; Named 2131; Named 2130; Named 2129; Named 2128]; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 3 Terminal; Choice 0
  Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 16 Terminal; Choice 16 Terminal; Choice 0
  Terminal; Choice 14 Terminal; Choice 16 Terminal; Choice 14 (Named 2142); All [Named 2164; Named
  2163; Named 2162; Named 2161; Named 2160; Named 2159; Named 2158; Named 2157; Named 2156; Named
  2155; Named 2145; Named 2144; Named 2143]; Choice 13 Terminal; Choice 13 Terminal; Choice 15
  (Named 2146); All [Named 2154; Named 2153; Named 2152; Named 2151; Named 2150; Named 2149; Named
  2148; Named 2147]; Choice 2 Terminal; Choice 3 Terminal; Choice 0 Terminal; Choice 1 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 1 Terminal;
  Choice 17 Terminal; Choice 1 Terminal; Choice 17 Terminal; Choice 17 Terminal; Choice 14 Terminal;
  Choice 6 Terminal; Choice 16 Terminal; Choice 13 Terminal; Choice 11 Terminal; Choice 4 (Named
  2166); All [Named 2267; Named 2234; Named 2170; Named 2214; Named 2203; Named 2169; Named 2168;
  Named 2274; Named 2167]; Choice 2 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 2
  Terminal; Choice 1 (Named 2172); All [Named 2197; Named 2196; Named 2195; Named 2194; Named 2193;
  Named 2192; Named 2177; Named 2176; Named 2175; Named 2174; Named 2173]; Choice 4 Terminal; Choice
  9 Terminal; Choice 11 Terminal; Choice 12 Terminal; Choice 11 (Named 2178); All [Named 2191; Named
  2190; Named 2189; Named 2188; Named 2187; Named 2186; Named 2185; Named 2184; Named 2183; Named
  2182; Named 2181; Named 2180; Named 2179]; Choice 11 Terminal; Choice 5 Terminal; Choice 4
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 13 Terminal; Choice 11
  Terminal; Choice 12 Terminal; Choice 12 Terminal; Choice 12 Terminal; Choice 14 Terminal; Choice
  15 Terminal; Choice 10 Terminal; Choice 8 Terminal; Choice 9 Terminal; Choice 9 Terminal; Choice
  10 Terminal; Choice 10 Terminal; Choice 4 (Named 2199); All [Named 2270; Named 2205; Named 2204;
  Named 2203; Named 2202; Named 2201; Named 2200; Named 2274; Named 2237]; Choice 1 Terminal; Choice
  2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 4
  (Named 2207); All [Named 2271; Named 2216; Named 2215; Named 2214; Named 2213; Named 2212; Named
  2211; Named 2210; Named 2274; Named 2209; Named 2208]; Choice 1 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 1 (Named 2218); All [Named 2228; Named 2227; Named
  2226; Named 2225; Named 2224; Named 2259; Named 2223; Named 2222; Named 2221; Named 2220; Named
  2219]; Choice 9 Terminal; Choice 4 Terminal; Choice 9 Terminal; Choice 7 Terminal; Choice 8
  Terminal; Choice 6 Terminal; Choice 7 Terminal; Choice 6 Terminal; Choice 8 Terminal; Choice 8
  Terminal; Choice 2 (Named 2230); All [Named 2238; Named 2274; Named 2237; Named 2273; Named 2236;
  Named 2235; Named 2234; Named 2233; Named 2232; Named 2231]; Choice 1 Terminal; Choice 1 Terminal;
  Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2 Terminal;
  Choice 0 Terminal; Choice 8 (Named 2240); All [Named 2260; Named 2259; Named 2258; Named 2257;
  Named 2256; Named 2255; Named 2254; Named 2243; Named 2242; Named 2241]; Choice 4 Terminal; Choice
  4 Terminal; Choice 3 (Named 2244); All [Named 2253; Named 2252; Named 2251; Named 2250; Named
  2249; Named 2248; Named 2247; Named 2246; Named 2245]; Choice 3 Terminal; Choice 3 Terminal;
  Choice 3 Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 6 Terminal;
  Choice 3 Terminal; Choice 3 Terminal; Choice 4 Terminal; Choice 4 Terminal; Choice 8 Terminal;
  Choice 4 Terminal; Choice 4 Terminal; Choice 6 Terminal; Choice 4 Terminal; Choice 3 (Named 2262);
  All [Named 2275; Named 2274; Named 2273; Named 2272; Named 2271; Named 2270; Named 2269; Named
  2268; Named 2267; Named 2266; Named 2265; Named 2264; Named 2263]; Choice 2 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2
  Terminal; Choice 2 Terminal; Choice 14 (Named 2277); All [Named 2497; Named 2496; Named 2495;
  Named 2484; Named 2483; Named 2482; Named 2461; Named 2449; Named 2301; Named 2300; Named 2299;
  Named 2298; Named 2278]; Choice 14 (Named 2279); All [Named 2297; Named 2296; Named 2295; Named
  2294; Named 2293; Named 2292; Named 2291; Named 2290; Named 2289; Named 2288; Named 2287; Named
  2286; Named 2285; Named 2284; Named 2283; Named 2282; Named 2281; Named 2280]; Choice 2 Terminal;
  Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 7 Terminal; Choice 2 Terminal;
  Choice 1 Terminal; Choice 4 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 4 Terminal;
  Choice 2 Terminal; Choice 7 Terminal; Choice 3 Terminal; Choice 1 Terminal; Choice 2 Terminal;
  Choice 2 Terminal; Choice 1 Terminal; Choice 4 Terminal; Choice 2 Terminal; Choice 5 Terminal;
  Choice 3 (Named 2302); All [Named 2448; Named 2433; Named 2416; Named 2415; Named 2414; Named
  2380; Named 2366; Named 2361; Named 2354; Named 2353; Named 2311; Named 2303]; Choice 0 (Named
  2304); All [Named 2310; Named 2309; Named 2308; Named 2307; Named 2382; Named 2368; Named 2363;
  Named 2356; Named 2306; Named 2404; Named 2305]; Choice 2 Terminal; Choice 2 Terminal; Choice 3
  Terminal; Choice 9 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 8 (Named 2312); All
  [Named 2352; Named 2436; Named 2351; Named 2350; Named 2349; Named 2348; Named 2347; Named 2346;
  Named 2336; Named 2335; Named 2326; Named 2314; Named 2313]; Choice 2 Terminal; Choice 9 (Named
  2315); All [Terminal; Named 2325; Named 2324; Named 2323; Named 2322; Named 2321; Named 2320;
  Named 2319; Named 2318; Named 2317; Named 2316]; Choice 1 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 8 (Named 2327); All [Terminal; Named 2334;
  Named 2333; Named 2332; Named 2331; Named 2330; Named 2343; Named 2329; Named 2328]; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 8 (Named 2337); All [Terminal; Named 2345;
  Named 2344; Named 2343; Named 2342; Named 2341; Named 2340; Named 2339; Named 2338]; Choice 1
  Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 0 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1 Terminal; Choice 2
  Terminal; Choice 1 Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 3 Terminal; Choice 3
  Terminal; Choice 0 (Named 2355); All [Named 2360; Named 2359; Named 2358; Named 2404; Named 2357;
  Named 2356]; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 3
  Terminal; Choice 0 (Named 2362); All [Named 2396; Named 2365; Named 2404; Named 2364; Named 2363];
  Choice 2 Terminal; Choice 2 Terminal; Choice 4 Terminal; Choice 0 (Named 2367); All [Named 2379;
  Named 2404; Named 2378; Named 2377; Named 2369; Named 2368]; Choice 2 Terminal; Choice 10 (Named
  2370); All [Named 2376; Named 2375; Named 2374; Named 2373; Named 2372; Named 2371]; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 0
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 0 Terminal; Choice 0 (Named 2381); All
  [Named 2413; Named 2412; Named 2405; Named 2404; Named 2397; Named 2396; Named 2395; Named 2383;
  Named 2382]; Choice 2 Terminal; Choice 2 (Named 2384); All [Named 2394; Named 2393; Named 2392;
  Named 2391; Named 2390; Named 2389; Named 2388; Named 2387; Terminal; Named 2386; Named 2385];
  Choice 9 Terminal; Choice 9 Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 13 Terminal;
  Choice 13 Terminal; Choice 13 Terminal; Choice 12 Terminal; Choice 11 Terminal; Choice 12
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 8 (Named 2398); All [Named 2403; Terminal;
  Named 2402; Named 2401; Named 2400; Named 2399]; Choice 14 Terminal; Choice 14 Terminal; Choice 14
  Terminal; Choice 13 Terminal; Choice 16 Terminal; Choice 2 Terminal; Choice 11 (Named 2406); All
  [Named 2411; Named 2410; Named 2409; Named 2408; Named 2407]; Choice 5 Terminal; Choice 6
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 6 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 8 (Named 2417); All [Named 2432; Named
  2431; Named 2430; Named 2429; Named 2422; Named 2421; Named 2420; Named 2419; Terminal; Named
  2418]; Choice 9 Terminal; Choice 2 Terminal; Choice 7 Terminal; Choice 8 Terminal; Choice 1 (Named
  2423); All [Named 2428; Named 2427; Named 2426; Named 2425; Named 2424]; Choice 2 Terminal; Choice
  1 Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 7 Terminal; Choice 7
  Terminal; Choice 3 Terminal; Choice 2 Terminal; Choice 7 (Named 2434); All [Named 2447; Named
  2446; Named 2445; Named 2444; Named 2443; Named 2442; Named 2441; Named 2440; Named 2439; Named
  2438; Named 2437; Terminal; Named 2436; Named 2435]; Choice 2 Terminal; Choice 3 Terminal; Choice
  2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 0
  Terminal; Choice 3 Terminal; Choice 6 (Named 2450); All [Named 2460; Named 2459; Named 2458; Named
  2457; Named 2456; Named 2455; Named 2454; Named 2453; Named 2452; Named 2451]; Choice 8 Terminal;
  Choice 8 Terminal; Choice 8 Terminal; Choice 7 Terminal; Choice 5 Terminal; Choice 5 Terminal;
  Choice 1 Terminal; Choice 3 Terminal; Choice 5 Terminal; Choice 8 Terminal; Choice 1 (Named 2462);
  All [Named 2481; Named 2469; Named 2468; Named 2467; Named 2466; Named 2465; Named 2464; Named
  2463]; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 0 (Named 2470); All [Named 2480; Named 2479; Named 2478; Named
  2477; Named 2476; Named 2475; Terminal; Named 2474; Named 2473; Named 2472; Named 2471]; Choice 2
  Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 8
  Terminal; Choice 1 Terminal; Choice 2 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 1
  Terminal; Choice 6 Terminal; Choice 6 Terminal; Choice 1 (Named 2485); All [Named 2494; Named
  2493; Named 2492; Named 2491; Named 2490; Named 2489; Named 2488; Named 2487; Named 2486]; Choice
  0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0 Terminal; Choice 0
  Terminal; Choice 0 Terminal; Choice 2 Terminal; Choice 1 Terminal; Choice 4 Terminal; Choice 6
  Terminal; Choice 6 Terminal
].
